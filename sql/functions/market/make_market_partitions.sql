-- Creates the native daily partitions (UTC) of market_rates for a period. Does nothing on a hypertable.
create or replace function make_market_partitions(from_time timestamptz, to_time timestamptz)
returns void
language plpgsql security definer set search_path from current
as $$
declare
  day date;
  partition text;
  home oid;
  kind "char";
begin
  select relnamespace, relkind into home, kind from pg_class where oid = 'market_rates'::regclass;
  if kind <> 'p' then
    return;
  end if;
  for day in
    select generate_series((from_time at time zone 'UTC')::date, (to_time at time zone 'UTC')::date, interval '1 day')::date
  loop
    partition := format('market_rates_%s', to_char(day, 'YYYYMMDD'));
    continue when exists (select from pg_class where relname = partition and relnamespace = home);
    -- Attaching takes a lighter lock than "partition of" would.
    execute format('create table %I (like market_rates including defaults including constraints)', partition);
    execute format('alter table market_rates attach partition %I for values from (%L) to (%L)',
      partition, day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
  end loop;
end $$;
