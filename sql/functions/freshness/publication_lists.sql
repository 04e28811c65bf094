-- The lists of the active sources with a table, or of some. A source has more than one list if some of its series come once a week or once
-- a month and others more often: in the last whole month before its newest table, and always on the same weekday or at the same place in
-- the month. Lists of the same cadence count as one.
-- Without a list of the source's own cadence, as after a month with few tables, all its tables count as one list.
-- * `cadence`: that of the list; of the source's only list, that of the source
-- * `series`, `base`, `quote`, `type`: of more than one list, the number of its series, and the one that stands for all (see list_dates)
-- * `latest_date`, `first_date`: of its newest and its oldest table
-- * `dates`, `arrivals`: of its tables in 100 days up to the newest, of a weekly list in 430, of others in twelve periods,
--   and all since `from_date`; the newest first
-- * `week`: its weekdays, learnt from the newest sixty tables (see learnt_week); null with `months`
-- * `months`, `place`: the months between two tables of a monthly or rarer list, and the place in the month (see month_places) that most of
--   its newest twelve tables have; null if its documents have the tables of many days
create or replace function publication_lists(from_date date, codes text[] default null)
returns table (code text, cadence text, series integer, base text, quote text, type text, latest_date date, first_date date, dates date[],
  arrivals timestamptz[], week integer[], months integer, place text)
language sql stable
as $$
  with months as materialized (
    select code, cadence, counted.*
    from (
      select code, cadence, (date_trunc('month', latest_date::timestamp) - interval '1 month')::date as whole_month
      from sources
      join coverage on source = code
      where active and cadence in ('daily', 'weekly') and (codes is null or code = any(codes))
    ) it
    cross join lateral (
      select base, quote, type, rates,
        case when rates = 1 then 'monthly' when rates between 3 and 5 then 'weekly' when rates > 7 then 'daily' end as frequency
      from series_months
      where source = code and month = whole_month
      offset 0 -- looked up source by source
    ) counted
    where frequency is not null
  ), kinds as (
    select distinct on (code, frequency) code, frequency, base, quote, type, first_date,
      (count(*) over (partition by code, frequency))::integer as series
    from months
    join (
      select code
      from months
      group by code
      having count(distinct frequency) > 1 and bool_or(frequency = cadence)
    ) several using (code)
    cross join lateral (
      select first_date
      from series
      where source = code and series.base = months.base and series.quote = months.quote and series.type = months.type
      offset 0
    ) own
    order by code, frequency, rates desc, first_date, base, quote, type
  ), lists as (
    select sources.code, coalesce(frequency, cadence) as cadence, schedule, latest_date as newest, series, base, quote, type,
      coalesce(first_date, (select min(date) from tables where source = sources.code)) as first_date,
      case coalesce(frequency, cadence) when 'monthly' then 1 when 'quarterly' then 3 when 'yearly' then 12 end as months
    from sources
    join coverage on source = sources.code
    left join kinds using (code)
    where active and kind <> 'composite' and (codes is null or code = any(codes))
  ), learnt as materialized (
    select code, cadence, series, base, quote, type, first_date, dates, arrivals, case when not is_dense then months end as months,
      case when months is null or is_dense then learnt_week(dates[1:60], cadence, schedule) end as week
    from lists
    cross join lateral (
      select array_agg(date order by date desc) as dates, array_agg(added_at order by date desc) as arrivals
      from list_dates(code, base, quote, type,
        least(from_date, newest - case cadence when 'daily' then 100 when 'weekly' then 430 else 370 * months end), newest)
    ) its
    cross join lateral (select cardinality(dates) > 40 as is_dense) own
  ), placed as (
    select distinct on (code, cadence) code, cadence, place, count(*) as tables
    from learnt
    cross join unnest(dates) date
    cross join lateral month_places(date)
    where months is not null
    group by code, cadence, place
    order by code, cadence, count(*) desc, min(preference)
  )
  select code, cadence, case when count(*) over (partition by code) > 1 then series end, base, quote, type,
    dates[1], first_date, dates, arrivals, week, months, place
  from learnt
  left join placed using (code, cadence)
  where series is null or cadence = 'daily' or week[7] = 1 or tables >= 10
$$;
