-- The exact product of an amount and the market rate of a pair at an instant (see market_rate). No row if there is no fresh rate.
create or replace function market_conversion(source_currency text, target_currency text, amount numeric, moment timestamptz)
returns table (converted numeric, rate numeric, "time" timestamptz, class text)
language sql stable parallel safe
as $$
  select trim_scale(amount * market.rate), market.rate, market.time, market.class
  from market_rate(source_currency, array[target_currency], moment) market
$$;
