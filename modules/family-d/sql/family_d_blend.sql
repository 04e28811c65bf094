-- The blend of a base's rates at some sources (see family_d_own), on each day of a window on which one of them publishes a pair with the
-- base. Each source contributes its newest figure of the preceding days (see family_d_lookback). Outliers are excluded by the rule of the
-- composite (see composite_of), and the median of the rest is the rate. With named sources, outliers are excluded only from four sources
-- on, as the original API does. `figures` lists the contributions; `given` and `shares` list the banks and figures that are not outliers.
create or replace function family_d_blend(banks text[], base text, currencies text[], from_date date, to_date date)
returns table (day date, currency text, rate numeric, figures json, given text[], shares numeric[])
language sql stable parallel safe
as $$
  with published as materialized (
    select key as bank, quote as currency, date, rate,
      coalesce(lead(date) over (partition by key, quote order by date), 'infinity') as next_date
    from family_d_own(banks, base, currencies, from_date - family_d_lookback(banks), to_date)
  ), ranked as (
    select wanted.day, published.*, row_number() over of_day as place, count(*) over (partition by wanted.day, published.currency) as places
    from (select distinct date as day, currency from published where date >= from_date) wanted
    join published on published.currency = wanted.currency and wanted.day >= date and wanted.day < next_date
      and wanted.day <= date + (select family_d_lookback(banks))
    window of_day as (partition by wanted.day, published.currency order by rate, bank)
  ), centred as (
    select *, avg(rate) filter (where place in ((places + 1) / 2, (places + 2) / 2)) over (partition by day, currency) as median
    from ranked
  ), spread as (
    select *, abs(rate - median) as distance,
      row_number() over (partition by day, currency order by abs(rate - median), bank) as distance_place
    from centred
  ), marked as (
    select *, (banks is null or places >= 4) and distance * 1000 > median and distance * 0.6745 > 3.5 * avg(distance)
      filter (where distance_place in ((places + 1) / 2, (places + 2) / 2))
      over (partition by day, currency) as is_outlier
    from spread
  ), remaining as (
    select *, row_number() over (partition by day, currency, is_outlier order by rate, bank) as left_place,
      count(*) over (partition by day, currency, is_outlier) as left_places
    from marked
  )
  select day, currency, round_significant(avg(rate)
    filter (where not is_outlier and left_place in ((left_places + 1) / 2, (left_places + 2) / 2)), 12),
    json_agg(json_build_object('key', upper(bank), 'date', date, 'rate', rate::text, 'excluded', is_outlier) order by bank),
    array_agg(bank) filter (where not is_outlier), array_agg(rate) filter (where not is_outlier)
  from remaining
  group by day, currency
$$;
