-- The past with which the checks compare the next figures of a source, by series: the number of moves between its newest rates, the size
-- below which 95 % of them are, the largest, both in percent per day, and the share of days without a move.
create or replace function describe_past(source_code text)
returns table (series text, moves bigint, usual text, largest text, unchanged text)
language sql stable
as $$
  select base || '/' || quote || ' ' || type, count(step), in_percent(percentile_cont(0.95) within group (order by abs(step))),
    in_percent(max(abs(step))),
    in_percent(count(*) filter (where step = 0)::float8 / nullif(count(step), 0))
  from series
  cross join lateral (
    select ln(value::float8 / lag(value::float8) over (order by date)) / sqrt(date - lag(date) over (order by date)) as step
    from (
      select date, value from rates
      where (rates.source, rates.base, rates.quote, rates.type) = (series.source, series.base, series.quote, series.type)
      order by date desc limit setting('past_rates')::integer
    ) newest
  ) moves
  where series.source = source_code
  group by base, quote, type
  order by base, quote, type
$$;
