-- Every currency with a market rate, except one.
create or replace function other_market_currencies(source_currency text)
returns text[]
language sql stable parallel safe
as $$
  select array(select currency from market_currencies() where currency <> source_currency)
$$;
