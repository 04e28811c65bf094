-- The spread between the sources of several series (see series_rates): for each date and pair the number of rates, the lowest, highest and
-- median (see compare_stats), and highest less lowest, also in percent of the median with six decimals. `partial` lists the sources whose
-- figure is of a part of the period, and is null if there is none. Read year by year.
create or replace function series_spread(
  banks text[], bases text[], quotes text[], since date, until date, wanted_type text default null, known timestamptz default null,
  unit text default null, stat text default null, digits integer default null, restated boolean default false)
returns table (date date, base text, quote text, banks_in_stats bigint, min numeric, max numeric, median numeric, spread numeric,
  spread_percent numeric, partial text)
language sql stable parallel safe
as $$
  select days.date, days.base, days.quote, stats.banks_in_stats, stats.min, stats.max,
    trim_scale(round(stats.median, (select max(scale(rate)) + 1 from unnest(rates) rate))), stats.max - stats.min,
    round(stats.spread_bps / 100, 6),
    days.partial
  from reading_windows(since, until, unit) years
  cross join lateral (
    select date, base, quote, array_agg(value) as rates,
      string_agg(bank || ': ' || partial_period(days, first_date, last_date), '; ' order by place) filter (where partial) as partial
    from series_rates(
      banks, bases, quotes, array_fill(years.first_date, array[cardinality(banks)]), years.last_date, wanted_type, known, unit, stat,
      digits, restated)
    group by date, base, quote
  ) days
  cross join lateral compare_stats(rates) stats
  order by years.first_date, days.date, days.base, days.quote
$$;
