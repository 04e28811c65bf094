-- The composite of official rates of some days: units of each currency for one US dollar, one row a day and currency.
-- * Of each source but a commercial bank the newest value on or before the day counts that is still good (see dollar_rates) and in the unit of the day. Values of sources that are not current,
--   and those from more than three days (a weekend) before the newest of the currency, count only where fewer than two others are there.
-- * Outliers are dropped by the modified z-score of Iglewicz and Hoaglin (How to Detect and Handle Outliers, 1993; NIST/SEMATECH e-Handbook
--   1.3.5.17): those whose distance from the median, times 0.6745, is more than 3.5 times the median absolute deviation. One within a
--   thousandth of the median is none: where most banks say the very same, as of a pegged currency, the deviation is nothing.
-- * The rate is the median of the rest, of an even number the mean of the middle two, at most twelve significant digits long. Of two banks or
--   more at least two are left. There is no rate where those left are not of one mind (the highest more than half above the lowest).
-- `used` and `dropped` say what each bank gave, with the reason for an outlier where several rates stood side by side (see regimes), `dropped` null where there is none; banks, oldest and newest are of those used.
create or replace function composite_of(days date[])
returns table (day date, currency text, rate numeric, banks bigint, oldest date, newest date, used json, dropped json)
language sql stable parallel safe
as $$
  with wanted as materialized (
    select distinct day from unnest(days) day
  ), held as materialized (
    select it.*, coalesce(lead(date) over (partition by source, currency order by date), 'infinity') as next_date
    from dollar_rates((select min(day) from wanted), (select max(day) from wanted)) it
    join sources on code = source and kind <> 'commercial_bank'
  ), given as (
    select wanted.day, held.*,
      is_current and date >= max(date) filter (where is_current) over (partition by wanted.day, currency) - 3 as is_recent
    from wanted
    join held on wanted.day >= date and wanted.day < next_date and wanted.day <= date + lifetime
      and not exists (
        select from redenominations where former = successor and former = currency and redenominations.date > held.date and redenominations.date <= wanted.day)
  ), counted as (
    select *, count(*) filter (where is_recent) over (partition by day, currency) as recent
    from given
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
  ), judged as (
    select *,
      distance * 0.6745 > 3.5 * avg(distance) filter (where distance_place in ((places + 1) / 2, (places + 2) / 2)) over (partition by day, currency)
        and distance * 1000 > median as is_outlier
    from spread
  ), remaining as (
    select *,
      row_number() over (partition by day, currency, is_outlier order by rate, source) as left_place,
      count(*) over (partition by day, currency, is_outlier) as left_places,
      case when is_outlier then (
        select string_agg(note, ' ')
        from regimes
        where regimes.currency = judged.currency and day >= since and (until is null or day <= until)
      ) end as regime
    from judged
  )
  select day, currency,
    case when max(rate) filter (where not is_outlier) <= 1.5 * min(rate) filter (where not is_outlier)
      then round_significant(avg(rate) filter (where not is_outlier and left_place in ((left_places + 1) / 2, (left_places + 2) / 2)), 12)
    end,
    count(*) filter (where not is_outlier),
    min(date) filter (where not is_outlier),
    max(date) filter (where not is_outlier),
    json_agg(json_build_object('bank', source, 'rate', round_significant(rate, 20)::text, 'date', date, 'rate_type', rate_type, 'method', method)
      order by source) filter (where not is_outlier),
    json_agg(json_strip_nulls(json_build_object('bank', source, 'rate', round_significant(rate, 20)::text, 'date', date, 'rate_type', rate_type, 'method', method, 'reason', regime))
      order by source) filter (where is_outlier)
  from remaining
  group by day, currency
  order by day, currency
$$;
