-- Adds the events of a change of rates (see rates_changed): `table` for each recent date that got new rates and is not older than the
-- newest table before the change, and `correction` if former values were kept as revisions, with up to 100 of them as `corrections` lists
-- them. Tables of a backfill are too old for an event.
create or replace function add_events(source_code text, publication bigint, instant timestamptz, dates date[], newest_before date)
returns void
language sql
as $$
  insert into events (source, kind, details)
  select source_code, 'table', json_build_object('rate_date', date, 'rates', count(*))
  from sources
  cross join lateral changes_of(source_code, publication, instant, coalesce(newest_before, dates[cardinality(dates)]),
    dates[cardinality(dates)])
  where code = source_code and former_value is null
    and date > service_now()::date
      - case cadence when 'daily' then 30 when 'weekly' then 30 when 'monthly' then 90 when 'quarterly' then 270 else 800 end
  group by date
  order by date;

  insert into events (source, kind, details)
  select source_code, 'correction', json_build_object(
    'rates', count(*),
    'first_date', min(date),
    'last_date', max(date),
    'rules', (select coalesce(json_agg(distinct id order by id), '[]') from rules_naming(null)
      where rules_naming.source = source_code and in_force && daterange(min(date), max(date), '[]')),
    'series', (array_agg(
      json_build_object('date', date, 'base', base, 'quote', quote, 'type', type, 'old_value', former_value, 'new_value', value,
        'difference', value - former_value, 'old_unit', former_unit, 'new_unit', unit, 'old_publication', former_publication,
        'new_publication', case when value is not null then publication end, 'known_at', utc_text(former_known_at),
        'corrected_at', utc_text(instant), 'crosses_of', case home_currency when base then quote when quote then base end)
      order by date desc, base, quote, type))[:100])
  from changes_of(source_code, publication, instant, dates[1], dates[cardinality(dates)])
  join sources on code = source_code
  where former_value is not null
    -- most loads change nothing
    and exists (select from rate_revisions where source = source_code and date between dates[1] and dates[cardinality(dates)])
  having count(*) > 0
$$;
