-- The composite of official rates on some days: units of each currency for one US dollar, one row for each day and currency.
-- * Each source except commercial banks contributes its newest value on or before the day, if that is within its lifetime (see
--   dollar_rates) and in the unit of the day. Values that are not current, and values dated more than three days (a weekend) before the
--   newest of the currency, count only if fewer than two others remain.
-- * Outliers are dropped by the modified z-score of Iglewicz and Hoaglin (How to Detect and Handle Outliers, 1993; NIST/SEMATECH e-Handbook
--   1.3.5.17): a distance from the median, times 0.6745, above 3.5 median absolute deviations. A value within a thousandth of the median is
--   never an outlier, because the deviation of a pegged currency can be zero.
-- * The rate is the median of the remaining values, for an even number the mean of the middle two, to twelve significant digits. It is null
--   if the highest of them exceeds the lowest by more than half.
-- `used` and `dropped` list the contribution of each bank; `dropped` has the regime of several rates that explains an outlier (see
-- regimes), and is null if there is no outlier. `banks`, `oldest` and `newest` describe those used.
create or replace function composite_of(days date[])
returns table (day date, currency text, rate numeric, banks bigint, oldest date, newest date, used json, dropped json)
language sql stable parallel safe
as $$
  with wanted as materialized (
    select distinct day from unnest(days) day
  ), published as materialized (
    select dollar.*, coalesce(lead(date) over (partition by source, currency order by date), 'infinity') as next_date
    from dollar_rates((select min(day) from wanted), (select max(day) from wanted)) dollar
    join sources on code = source and kind <> 'commercial_bank'
  ), contributions as (
    select wanted.day, published.*,
      is_current and date >= max(date) filter (where is_current) over (partition by wanted.day, currency) - 3 as is_recent
    from wanted
    join published on wanted.day >= date and wanted.day < next_date and wanted.day <= date + lifetime
      and not exists (
        select from redenominations where former = successor and former = currency and redenominations.date > published.date
          and redenominations.date <= wanted.day)
  ), counted as (
    select *, count(*) filter (where is_recent) over (partition by day, currency) as recent
    from contributions
  ), ranked as (
    select *,
      row_number() over (partition by day, currency order by rate, source) as place,
      count(*) over (partition by day, currency) as places
    from counted
    where is_recent or recent < 2
  ), centred as (
    select *, abs(rate - avg(rate) filter (where place in ((places + 1) / 2, (places + 2) / 2)) over of_currency) as distance,
      avg(rate) filter (where place in ((places + 1) / 2, (places + 2) / 2)) over of_currency as median
    from ranked
    window of_currency as (partition by day, currency)
  ), spread as (
    select *, row_number() over (partition by day, currency order by distance, source) as distance_place
    from centred
  ), marked as (
    select *,
      distance * 0.6745 > 3.5 * avg(distance) filter (where distance_place in ((places + 1) / 2, (places + 2) / 2))
        over (partition by day, currency)
        and distance * 1000 > median as is_outlier
    from spread
  ), remaining as (
    select *,
      row_number() over (partition by day, currency, is_outlier order by rate, source) as left_place,
      count(*) over (partition by day, currency, is_outlier) as left_places,
      case when is_outlier then (
        select string_agg(note, ' ')
        from regimes
        where regimes.currency = marked.currency and day >= since and (until is null or day <= until)
      ) end as regime
    from marked
  )
  select day, currency,
    case when max(rate) filter (where not is_outlier) <= 1.5 * min(rate) filter (where not is_outlier)
      then round_significant(avg(rate) filter (where not is_outlier and left_place in ((left_places + 1) / 2, (left_places + 2) / 2)), 12)
    end,
    count(*) filter (where not is_outlier),
    min(date) filter (where not is_outlier),
    max(date) filter (where not is_outlier),
    json_agg(json_build_object('bank', source, 'rate', round_significant(rate, 20)::text, 'date', date, 'rate_type', rate_type,
      'method', method)
      order by source) filter (where not is_outlier),
    json_agg(json_strip_nulls(json_build_object('bank', source, 'rate', round_significant(rate, 20)::text, 'date', date, 'rate_type',
      rate_type, 'method', method, 'reason', regime))
      order by source) filter (where is_outlier)
  from remaining
  group by day, currency
  order by day, currency
$$;
