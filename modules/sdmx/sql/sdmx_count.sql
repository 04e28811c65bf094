-- The number of figures of several published series in a window (see sdmx_observations): daily ones from the counts of whole months and the
-- rates of the months that the window cuts, and with a unit one for each month, quarter or year that is over and has a rate.
create or replace function sdmx_count(
  of_sources text[], of_bases text[], of_quotes text[], of_types text[], units text[], from_date date, to_date date, today date)
returns bigint
language sql stable parallel safe
as $$
  with bounds as (
    select (date_trunc('month', from_date - 1) + interval '1 month')::date as first_whole,
      date_trunc('month', to_date + 1)::date as after_whole
  )
  select coalesce(sum(case when wanted.unit is null then whole.rates + cut.rates else periods.count end), 0)::bigint
  from unnest(of_sources, of_bases, of_quotes, of_types, units) wanted (source, base, quote, type, unit)
  cross join bounds
  cross join lateral (
    select coalesce(sum(rates), 0) as rates
    from series_months counted
    where wanted.unit is null
      and counted.source = wanted.source and counted.base = wanted.base and counted.quote = wanted.quote and counted.type = wanted.type
      and month >= first_whole and month < after_whole
  ) whole
  cross join lateral (
    select count(*) as rates
    from rates
    where wanted.unit is null
      and rates.source = wanted.source and rates.base = wanted.base and rates.quote = wanted.quote and rates.type = wanted.type
      and (date between from_date and least(first_whole - 1, to_date) or date between greatest(first_whole, after_whole) and to_date)
  ) cut
  cross join lateral (
    select count(distinct date_trunc(wanted.unit, month))
    from series_months counted
    where wanted.unit is not null
      and counted.source = wanted.source and counted.base = wanted.base and counted.quote = wanted.quote and counted.type = wanted.type
      and month >= date_trunc(wanted.unit, from_date)
      and month < date_trunc(wanted.unit, today)
      and date_trunc(wanted.unit, month) <= to_date
  ) periods
$$;
