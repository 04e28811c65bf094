-- Creates the native daily partitions (UTC) of market_rates for a period. Runs as the owner. Does nothing on a hypertable.
create or replace function make_market_partitions(from_time timestamptz, to_time timestamptz)
returns void
language sql security definer set search_path from current
as $$
  select make_partition('market_rates', to_char(day, '"market_rates_"YYYYMMDD'), (day at time zone 'UTC')::text,
    ((day + interval '1 day') at time zone 'UTC')::text)
  from generate_series(date_trunc('day', from_time at time zone 'UTC'), to_time at time zone 'UTC', interval '1 day') day
  where (select relkind from pg_class where oid = 'market_rates'::regclass) = 'p'
$$;
