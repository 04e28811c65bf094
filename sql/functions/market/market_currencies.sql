-- Every currency that an active feed or the composite has ever had, by code; includes the dollar if there is any.
create or replace function market_currencies()
returns table (currency text)
language sql stable parallel safe
as $$
  with recursive given as ( -- skips from one currency to the next in the index, whatever the length of the history
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
