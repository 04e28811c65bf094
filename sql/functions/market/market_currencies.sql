-- Every currency that a feed in the order or the composite of official rates has ever had, and the dollar if there is any; by code.
create or replace function market_currencies()
returns table (currency text)
language sql stable parallel safe
as $$
  with recursive given as ( -- from one currency to the next in the index, however long the history is
    select code, (select min(market_days.currency) from market_days where feed = code) as currency
    from feeds
    where position is not null
    union all
    select code, (select min(market_days.currency) from market_days where feed = code and market_days.currency > given.currency)
    from given
    where given.currency is not null
  ), known as (
    select currency from given where currency is not null
    union
    select quote from series where source = 'composite' and base = 'USD'
  )
  select currency from known
  union
  select 'USD' from known
  order by 1
$$;
