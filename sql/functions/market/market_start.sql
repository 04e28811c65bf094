-- The first day (UTC) on which one active feed, or the composite, has all of some currencies; null if none does. Every feed has the dollar.
create or replace function market_start(currencies text[])
returns table (first date)
language sql stable parallel safe
as $$
  with firsts as (
    select code as feed, wanted.currency, least(
      (select min(polls.time) from market_rates polls where polls.feed = code and polls.currency = wanted.currency),
      (select min(hours.time) from market_hours hours where hours.feed = code and hours.currency = wanted.currency),
      (select min(days.time) from market_days days where days.feed = code and days.currency = wanted.currency)) as first
    from feeds
    cross join unnest(array_remove(currencies, 'USD')) wanted (currency)
    where position is not null
    union all
    select 'composite', wanted.currency, (
      select min(date)
      from rates
      where rates.source = 'composite' and rates.base = 'USD' and rates.quote = wanted.currency
        and rates.type = 'composite')::timestamp at time zone 'UTC'
    from unnest(array_remove(currencies, 'USD')) wanted (currency)
  )
  select min(complete.first at time zone 'UTC')::date
  from (
    select max(first) as first
    from firsts
    group by feed
    having count(first) = count(*)
  ) complete
$$;
