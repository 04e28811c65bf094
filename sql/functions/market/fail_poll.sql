-- Records a poll of a feed that failed.
create or replace function fail_poll(feed_code text, polled_at timestamptz, reason text)
returns void
language sql
as $$
  insert into market_polls (feed, polled_at, status, error) values (feed_code, polled_at, 'failed', reason)
$$;
