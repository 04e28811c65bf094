-- When the first rate of a table came in, from which follows how far behind its dates a source publishes; unknown for tables stored before.
alter table tables add column added_at timestamptz;
alter table tables alter column added_at set default now();
