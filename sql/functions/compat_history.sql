-- What an amount of a base currency is in the others, in every table of a source in a window: one row a date and currency, ascending. All
-- comes out of the table of that date over the home currency, by the source's first rate type; the base itself and the home currency are
-- in it. A date whose table does not have the base is left out. Rounded half up to so many places where that many are asked for.
create or replace function compat_history(
  source_code text, base_currency text, from_date date, to_date date, wanted text[] default null, amount numeric default 1, places integer default null)
returns table (date date, currency text, rate numeric)
language sql stable parallel safe
as $$
  with bank as (
    select home_currency as home, rate_types[1] as preferred
    from sources
    where code = source_code
  ), printed as (
    select it.date, series.quote as currency, it.value
    from bank
    join series on series.source = source_code and series.base = home and series.type = preferred
      and (wanted is null or series.quote = any (wanted) or series.quote = base_currency)
    cross join lateral (
      select rates.date, rates.value
      from rates
      where rates.source = source_code and rates.base = home and rates.quote = series.quote and rates.type = preferred
        and rates.date between from_date and to_date
      offset 0 -- one range of the index a series
    ) it
    where series.first_date <= to_date and series.last_date >= from_date
    union all
    select tables.date, home, 1
    from bank
    join tables on tables.source = source_code and tables.date between from_date and to_date
  ), crossed as (
    select legs.date, legs.currency, base_currency <> home or amount <> 1 as derived,
      trim_scale(amount) * case
        when legs.currency = base_currency then 1
        when base_currency = home then legs.value
        else divide(legs.value, one.value)
      end as rate
    from bank
    cross join printed legs
    join printed one on one.date = legs.date and one.currency = base_currency
    where wanted is null or legs.currency = any (wanted)
  )
  select crossed.date, crossed.currency, as_written(case when places < scale(rate) then round(rate, places) else rate end, derived)
  from crossed
  order by crossed.date, crossed.currency
$$;
