-- The figures from which the composite of a currency on a day was calculated (see composite_shares), as known at an instant; null means
-- now.
create or replace function newest_shares(of_day date, of_currency text, known timestamptz)
returns table (tables text[], figures numeric[])
language sql stable parallel safe
as $$
  select stored.tables, stored.figures
  from composite_shares stored
  where stored.date = of_day and stored.currency = of_currency and (known is null or stored.known_at <= known)
  order by stored.known_at desc
  limit 1
$$;
