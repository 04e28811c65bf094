-- The addresses to which accounts have events sent. Events up to `place` are in `deliveries`. The address of the owner stands here because who delivers must
-- tell when a webhook is disabled, and may not read users.
create table webhooks (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  url text not null,
  email text not null,
  sources text[] check (sources <> '{}'),
  kinds text[] not null check (kinds <> '{}'),
  secret text not null,
  former_secret text,
  former_until timestamptz,
  place bigint not null,
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_why text,
  created_at timestamptz not null default now(),
  check ((former_secret is null) = (former_until is null)),
  check ((disabled_at is null) = (disabled_why is null))
);
create index webhooks_by_account on webhooks (account_id);

-- What is sent to a webhook, the same text at each attempt. It is due until `next_at` is null. A test belongs to no source.
create table deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  source text collate "C",
  message text not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_at timestamptz default now(),
  attempted_at timestamptz,
  delivered_at timestamptz,
  status integer,
  error text
);
create index deliveries_due on deliveries (next_at) where next_at is not null;
create index deliveries_by_webhook on deliveries (webhook_id, id);
create index deliveries_by_time on deliveries (created_at);

alter table alerts drop constraint alerts_kind_check, add constraint alerts_kind_check check (kind in ('failing', 'waiting', 'overdue'));
