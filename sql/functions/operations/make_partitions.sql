-- Creates the native partitions of rates, five years each, for a range of dates. Runs as the owner. Does nothing on a hypertable.
create or replace function make_partitions(from_date date, to_date date)
returns void
language sql security definer set search_path from current
as $$
  select make_partition('rates', 'rates_' || year, make_date(year, 1, 1)::text, make_date(year + 5, 1, 1)::text)
  from generate_series(extract(year from from_date)::integer / 5 * 5, extract(year from to_date)::integer, 5) year
  where (select relkind from pg_class where oid = 'rates'::regclass) = 'p'
$$;
