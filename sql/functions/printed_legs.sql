-- The published rates of one date and type that a pair comes from: itself, else its inverse, else the two legs over the home currency
-- (that of the source currency first).
create or replace function printed_legs(source_code text, source_currency text, target_currency text, wanted date, wanted_type text)
returns table (base text, quote text, value numeric)
language sql stable parallel safe
as $$
  with printed as (
    select rates.base, rates.quote, rates.value,
      case
        when (rates.base, rates.quote) = (source_currency, target_currency) then 1
        when (rates.base, rates.quote) = (target_currency, source_currency) then 2
        when source_currency in (rates.base, rates.quote) then 3
        else 4
      end as leg,
      rates.base = source_currency or rates.quote = target_currency as is_straight
    from sources
    cross join lateral (values
      (source_currency, target_currency), (target_currency, source_currency),
      (source_currency, home_currency), (home_currency, source_currency),
      (target_currency, home_currency), (home_currency, target_currency)
    ) pairs (base, quote)
    join rates on rates.source = source_code and rates.base = pairs.base and rates.quote = pairs.quote
      and rates.type = wanted_type and rates.date = wanted
    where sources.code = source_code
  ), legs as (
    select distinct on (leg) leg, printed.base, printed.quote, printed.value
    from printed
    order by leg, is_straight desc
  )
  select legs.base, legs.quote, legs.value
  from legs
  where leg = (select min(leg) from legs) or leg = 4 and (select min(leg) from legs) = 3
  order by leg
$$;
