-- Runs as the owner. Drops the partitions of market rates older than `keep_minutes`, except for hours that are not rolled up yet, and
-- deletes older hourly rollups and polls. A rate may arrive two days late, so both intervals must be at least three days.
create or replace function expire_market(keep_minutes interval, keep_hours interval)
returns void
language plpgsql security definer set search_path from current
as $$
declare
  cutoff timestamptz;
  partition text;
begin
  select date_trunc('day', least(service_now() - keep_minutes, min(hour)), 'UTC') into cutoff from market_changes;
  -- Readers take precedence: a partition that cannot be locked now is dropped by a later call.
  set local lock_timeout = '2s';
  if (select relkind = 'p' from pg_class where oid = 'market_rates'::regclass) then
    for partition in
      select inhrelid::regclass::text from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'market_rates'::regclass and relname < format('market_rates_%s', to_char(cutoff at time zone 'UTC', 'YYYYMMDD'))
    loop
      execute format('drop table %s', partition);
    end loop;
  else
    perform drop_chunks('market_rates', cutoff);
  end if;
  delete from market_hours where time < service_now() - keep_hours;
  delete from market_polls where polled_at < service_now() - keep_minutes;
end $$;
