-- Adds the events of a load: `table` for each recent date that got new rates and is not older than the newest table before the load, and
-- `correction` if former values were kept as revisions. Tables of a backfill are too old for an event. Reads staged_rates as merge_staged leaves
-- it.
create or replace function add_events(source_code text, instant timestamptz, newest_before date, rows_changed bigint)
returns void
language sql
as $$
  insert into events (source, kind, details)
  select source_code, 'table', json_build_object('rate_date', date, 'rates', count(*))
  from staged_rates
  join sources on code = source_code
  where fresh and reason is null and date >= coalesce(newest_before, (select max(date) from staged_rates where fresh and reason is null))
    and date > current_date - case when cadence in ('daily', 'weekly') then 30 when cadence = 'monthly' then 90 when cadence = 'quarterly' then 270 else 800 end
    and (rows_changed = 0 or instant is distinct from (
      select known_until
      from rate_revisions old
      where old.source = source_code and (old.base, old.quote, old.type, old.date) = (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date)
      order by known_until desc -- the order of the key, so that the planner uses its index without statistics too
      limit 1))
  group by date
  order by date;

  insert into events (source, kind, details)
  select source_code, 'correction', json_build_object(
    'rates', count(*),
    'first_date', min(date),
    'last_date', max(date),
    'series', (array_agg(json_build_object('date', date, 'base', base, 'quote', quote, 'type', type) order by date desc, base, quote, type))[:100])
  from staged_rates
  where rows_changed > 0 and fresh and reason is null -- most loads change nothing
    and instant = (
      select known_until
      from rate_revisions old
      where old.source = source_code and (old.base, old.quote, old.type, old.date) = (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date)
      order by known_until desc
      limit 1)
  having count(*) > 0
$$;
