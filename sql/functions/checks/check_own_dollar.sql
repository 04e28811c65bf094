-- Holds back the rows of new series (see new_rates) that are off by more than a factor of two from what the source itself gave for a dollar: where
-- one of their currencies has a dollar rate of the same type stored within 31 days, and three banks or more know the other one (see dollar_level). So
-- a row is known that a wrong date puts into a currency which its redenomination had replaced, or would replace.
-- The first, the last and one other day of a series are judged. What is on the level of one that is held is held back with it.
create or replace function check_own_dollar(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  if not exists (select from series where source = source_code and 'USD' in (base, quote)) then
    return; -- to plan the statement below takes a tenth of the time of a small load
  end if;

  with dollars as materialized (
    select base, quote, type, case when base = 'USD' then quote else base end as currency, case when base = 'USD' then 1 else -1 end as side
    from series
    where source = source_code and 'USD' in (base, quote)
  ), unknown as materialized (
    select new_rates.*, dollars.base as dollar_base, dollars.quote as dollar_quote, dollars.side as dollar_side,
      case when new_rates.base = currency then new_rates.quote else new_rates.base end as other, case when new_rates.base = currency then -1 else 1 end as side
    from new_rates(source_code) new_rates
    join dollars using (type)
    where dollars.currency in (new_rates.base, new_rates.quote) and 'USD' not in (new_rates.base, new_rates.quote)
  ), sampled as (
    select distinct base, quote, type, unnest(array[min(date), (array_agg(date order by date))[(count(*) + 1) / 2], max(date)]) as date
    from unknown
    group by base, quote, type
  ), judged as materialized (
    select base, quote, type, sampled.date, unknown.value, nearest.date as near_day, exp(side * (dollar_side * ln(nearest.value::float8) - dollar.level)) as expected
    from sampled
    join unknown using (base, quote, type, date)
    cross join lateral (
      select rates.date, rates.value
      from rates
      where source = source_code and rates.base = dollar_base and rates.quote = dollar_quote and rates.type = unknown.type
        and rates.date between unknown.date - 31 and unknown.date + 31
      order by abs(rates.date - unknown.date), rates.date
      limit 1
    ) nearest
    cross join lateral dollar_level(source_code, other, sampled.date) dollar
    where dollar.banks >= 3
  ), held as (
    select distinct on (base, quote, type, unknown.date) base, quote, type, unknown.date, expected, near_day
    from judged
    join unknown using (base, quote, type)
    where abs(ln(judged.value / expected)) > ln(2) and unknown.value between judged.value / 1.2 and judged.value * 1.2
    order by base, quote, type, unknown.date, abs(unknown.date - judged.date)
  )
  update staged_rates
  set fault = 'level', reason = format('starts a series: %s, which the dollar of %s implies; the limit is a factor of 2', compared_with(staged_rates.value, round_significant(expected::numeric, 6)), near_day)
  from held
  where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (held.base, held.quote, held.type, held.date);
end $$;
