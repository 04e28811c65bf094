-- The rates of one currency in others in weeks or months of UTC, by time and target: of each the rate of its last day that has one (see market_window).
-- `time` is the start of the week, a Monday, or of the month.
create or replace function market_periods(
  source_currency text, targets text[], from_time timestamptz, to_time timestamptz, grouping_unit text)
returns table ("time" timestamptz, target text, rate numeric, class text)
language sql stable parallel safe
as $$
  select distinct on (period.time, days.target) period.time, days.target, days.rate, days.class
  from market_window(source_currency, targets, from_time, to_time, 'day') days
  cross join lateral (select date_trunc(grouping_unit, days.time, 'UTC') as time) period
  order by period.time, days.target, days.time desc
$$;
