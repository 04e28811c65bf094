-- The currencies in a published rate of a source in use, and those with a market rate at an instant.
create or replace function known_currencies(moment timestamptz)
returns table (currency text, is_stored boolean, is_priced boolean)
language sql stable parallel safe
as $$
  select coalesce(stored.currency, priced.currency), stored.currency is not null, priced.currency is not null
  from available_currencies() stored
  full join (
    select target as currency from market_rate('USD', null, moment)
    union
    select currency from market_currencies() where currency = 'USD'
  ) priced using (currency)
$$;
