-- The market feeds there are, written again at every start. `position` is the place in the order in which they are asked, null for one that is not set.
create table feeds (
  code text collate "C" primary key check (code ~ '^[a-z0-9_-]{2,20}$'),
  name text not null,
  class text not null check (class in ('interbank', 'official')),
  position integer,
  poll_interval interval not null,
  fresh_for interval not null,
  source_url text,
  terms_url text
);

-- What the feeds said: `rate` is units of the currency for one US dollar. Days of UTC are partitions, and chunks where TimescaleDB is (see 0003_rates).
-- No foreign key to feeds: attaching a partition would lock them, and only store_market_rates writes here.
do $$
begin
  create table market_rates_shape (
    feed text collate "C" not null,
    currency text collate "C" not null check (length(currency) = 3),
    time timestamptz not null,
    rate numeric not null check (rate > 0 and rate < 'Infinity')
  );
  if exists (select from pg_extension where extname = 'timescaledb') then
    create table market_rates (like market_rates_shape including all);
    perform create_hypertable('market_rates', 'time', chunk_time_interval => interval '1 day', create_default_indexes => false);
  else
    create table market_rates (like market_rates_shape including all) partition by range (time);
  end if;
  drop table market_rates_shape;
end $$;
alter table market_rates add primary key (feed, currency, time);

-- The hours whose rates changed since they were rolled up.
create table market_changes (
  feed text collate "C" not null references feeds,
  currency text collate "C" not null,
  hour timestamptz not null,
  primary key (feed, currency, hour)
);

-- Rollups: `time` is the start of the hour or the day in UTC, `rate` the last one in it.
create table market_hours (
  feed text collate "C" not null references feeds,
  currency text collate "C" not null,
  time timestamptz not null,
  rate numeric not null,
  low numeric not null,
  high numeric not null,
  count integer not null,
  primary key (feed, currency, time)
);
create index market_hours_by_time on market_hours (time);

create table market_days (
  feed text collate "C" not null references feeds,
  currency text collate "C" not null,
  time timestamptz not null,
  rate numeric not null,
  low numeric not null,
  high numeric not null,
  count integer not null,
  primary key (feed, currency, time)
);

-- Each time a feed was asked, and what came of it. `rates` are those that were taken, `refused` those that cannot be true.
create table market_polls (
  feed text collate "C" not null references feeds,
  polled_at timestamptz not null default clock_timestamp(),
  status text not null check (status in ('stored', 'unchanged', 'refused', 'failed')),
  rates integer not null default 0,
  refused integer not null default 0,
  error text,
  primary key (feed, polled_at)
);
