-- The rates of a base (see family_d_daily) in a window: those dated in it and, for each quote without a rate on the first day, the newest
-- rate of the preceding days (see family_d_lookback), under its own date. With `is_newest`, only the newest row of each quote. With `unit`,
-- one row for each month or week of a year, in which weeks begin on Monday: the average of its days, dated the first of the month, or seven
-- days for each week after 1 January.
create or replace function family_d_rates(
  base text, quotes text[], banks text[], from_date date, to_date date, is_newest boolean, unit text default null,
  with_figures boolean default false)
returns table (date date, quote text, rate numeric, derived boolean, figures json)
language sql stable parallel safe
as $$
  with daily as materialized (
    select *
    from family_d_daily(base, quotes, banks,
      case when unit is null then from_date - family_d_lookback(banks) when unit = 'month' then date_trunc('month', from_date)::date
        else greatest(date_trunc('week', from_date), date_trunc('year', from_date))::date end,
      to_date, with_figures)
  ), carried as (
    select distinct on (daily.quote) daily.*
    from daily
    where daily.day < from_date and unit is null
      and not exists (select from daily same where same.quote = daily.quote and same.day = from_date)
    order by daily.quote, daily.day desc
  ), chosen as (
    select daily.* from daily where daily.day >= from_date and unit is null
    union all
    select carried.* from carried
  ), bucketed as (
    select case unit when 'month' then date_trunc('month', day)
        else date_trunc('year', day)
          + 7 * ((extract(doy from day)::integer + 7 - extract(isodow from day)::integer) / 7) * interval '1 day'
      end::date as bucket,
      daily.quote, family_d_rounded(divide(sum(daily.rate), count(*))) as rate
    from daily
    where unit is not null
    group by 1, 2
  )
  select chosen.day, chosen.quote, chosen.rate, chosen.derived, chosen.figures
  from (
    select *, row_number() over (partition by chosen.quote order by chosen.day desc) as age from chosen
  ) chosen
  where not is_newest or age = 1
  union all
  select bucket, bucketed.quote, bucketed.rate, true, null
  from bucketed
  where bucket <= to_date
  order by 1, 2
$$;
