-- Each batch of charges by the number that its process gave it, so that one whose answer was lost can be taken back.
create table charges (
  id uuid primary key,
  charged_at timestamptz not null default now(),
  -- An array of {account, month, day, endpoint, requests, units}; null when it was taken back.
  granted jsonb
);
create index charges_by_time on charges (charged_at);
