-- Creates a native partition of a table for values from one bound up to another, unless it exists.
create or replace function make_partition(parent text, partition text, from_bound text, to_bound text)
returns void
language plpgsql
as $$
declare
  home oid := (select relnamespace from pg_class where oid = parent::regclass);
begin
  if exists (select from pg_class where relname = partition and relnamespace = home) then
    return;
  end if;
  -- Attaching locks the table, so one lock for all partitions: with a lock for each, two loads could deadlock.
  perform pg_advisory_xact_lock(hashtext('make_partitions'));
  if exists (select from pg_class where relname = partition and relnamespace = home) then
    return;
  end if;
  -- Attaching takes a lighter lock than "partition of" would.
  execute format('create table %I (like %I including defaults including constraints)', partition, parent);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, partition, from_bound, to_bound);
end $$;
