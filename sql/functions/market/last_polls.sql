-- The last poll of each feed that was polled.
create or replace function last_polls()
returns table (feed text, polled_at timestamptz, status text)
language sql stable
as $$
  select code, last.polled_at, last.status
  from feeds
  cross join lateral (select polled_at, status from market_polls where feed = code order by polled_at desc limit 1) last
$$;
