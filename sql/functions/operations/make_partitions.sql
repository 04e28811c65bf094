-- Creates the native partitions of rates, five years each, for a range of dates. Does nothing on a hypertable.
create or replace function make_partitions(from_date date, to_date date)
returns void
language plpgsql security definer set search_path from current
as $$
declare
  start_year integer;
  partition text;
  home oid;
  kind "char";
begin
  select relnamespace, relkind into home, kind from pg_class where oid = 'rates'::regclass;
  if kind <> 'p' then
    return;
  end if;
  for start_year in
    select generate_series(extract(year from from_date)::integer / 5 * 5, extract(year from to_date)::integer, 5)
  loop
    partition := format('rates_%s', start_year);
    continue when exists (select from pg_class where relname = partition and relnamespace = home);
    -- Attaching locks rates, so one lock for all partitions: with a lock for each, two loads could deadlock.
    -- Attaching takes a lighter lock than "partition of" would.
    perform pg_advisory_xact_lock(hashtext('make_partitions'));
    continue when exists (select from pg_class where relname = partition and relnamespace = home);
    execute format('create table %I (like rates including defaults including constraints)', partition);
    execute format('alter table rates attach partition %I for values from (%L) to (%L)',
      partition, make_date(start_year, 1, 1), make_date(start_year + 5, 1, 1));
  end loop;
end $$;
