-- The requests and units of an account since a day, by day and endpoint.
create or replace function account_usage(account bigint, since date)
returns table (day date, endpoint text, requests bigint, units bigint)
language sql stable
as $$
  select u.day, u.endpoint, u.requests, u.units
  from usage u
  where u.account_id = account and u.day >= since
  order by u.day, u.endpoint
$$;
