-- What the adapter left out in a run: the number of items by reason.
alter table runs add column left_out jsonb not null default '{}';
