-- Two prices that are several times farther apart, or closer, than ever in the past of their pair; without a past, two prices in an order
-- that the other pairs of the table do not have. Excludes prices that keep the level of a waiting price.
create or replace function rule_spread()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, unnest(array[type, other_type]), date, format('%s %s is %s %% %s %s %s; in %s it was %s', type, value,
    round((100 * abs(exp(distance) - 1))::numeric, 2), case when distance < 0 then 'below' else 'above' end, other_type, other_value,
    case when tables = 0 then 'most other pairs' else tables || ' tables before' end, describe_range(low, high))
  from spreads
  cross join (select (select setting('spread_factor')) as factor) setting
  where not exists (
      select
      from figures
      where confirms and (figures.base, figures.quote, figures.date) = (spreads.base, spreads.quote, spreads.date)
        and figures.type in (spreads.type, spreads.other_type))
    and case when tables > 0 then distance > greatest(high, -low) * factor + rounding or distance < least(low, -high) * factor - rounding
      or low > 0 and distance < low / factor - rounding / 3 or high < 0 and distance > high / factor + rounding / 3
    else low > 0 and distance < -rounding or high < 0 and distance > rounding end
$$;
