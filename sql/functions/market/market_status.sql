-- The feeds in their order of preference, inactive ones last, each with its last poll, its last error, and the number of currencies with a
-- fresh rate.
create or replace function market_status()
returns table (
  code text, name text, class text, "position" integer, last_poll timestamptz, last_status text, last_error text, last_error_at timestamptz,
  currencies bigint, newest timestamptz)
language sql stable
as $$
  select feeds.code, feeds.name, feeds.class, feeds.position, poll.polled_at, poll.status, failure.error, failure.polled_at,
    fresh.currencies, fresh.newest
  from feeds
  left join lateral (
    select market_polls.polled_at, market_polls.status from market_polls
    where feed = feeds.code order by market_polls.polled_at desc limit 1
  ) poll on true
  left join lateral (
    select market_polls.polled_at, market_polls.error from market_polls
    where feed = feeds.code and market_polls.error is not null order by market_polls.polled_at desc limit 1
  ) failure on true
  left join lateral (
    select count(distinct currency) as currencies, max(time) as newest from market_rates
    where feed = feeds.code and time >= service_now() - feeds.fresh_for
  ) fresh on true
  order by feeds.position nulls last, feeds.code
$$;
