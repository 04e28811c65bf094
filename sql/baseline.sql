-- The tables of a new database, as the migrations up to 0040_unread_days leave them (see sql/migrate.ts).

-- The clock of the service. A demo sets it back by ratebook.clock_behind, an interval that its connections carry, and a replayed book fixes
-- it with ratebook.clock_at. Defaults of columns call these two functions, so they are never replaced. service_now is the time of the
-- transaction, service_clock the present.
create function service_now()
returns timestamptz
language sql stable parallel safe
return coalesce(nullif(current_setting('ratebook.clock_at', true), '')::timestamptz,
  now() - coalesce(nullif(current_setting('ratebook.clock_behind', true), ''), '0')::interval);

create function service_clock()
returns timestamptz
language sql volatile parallel safe
return coalesce(nullif(current_setting('ratebook.clock_at', true), '')::timestamptz,
  clock_timestamp() - coalesce(nullif(current_setting('ratebook.clock_behind', true), ''), '0')::interval);

---- Sources and currencies, written again at every start

create table sources (
  code text collate "C" primary key check (code ~ '^[a-z0-9_-]{2,20}$'),
  name text not null,
  country text not null,
  home_currency text collate "C" not null,
  kind text not null,
  rate_types text[] not null,
  source_url text not null,
  terms_url text,
  timezone text not null,
  schedule text not null,
  cadence text not null,
  history_from date not null,
  credentials text[] not null,
  -- A source that left the registry keeps its history and is no longer fetched.
  active boolean not null default true,
  dated text not null check (dated in ('made', 'effective', 'period')),
  publishes text,
  terms text,
  notes text,
  verified text check (verified in ('recording', 'documentation', 'description')),
  -- The date of the last table of a closed series.
  ended date,
  -- The codes, or all, whose history the publisher prints in units of a later day.
  restated text[] not null default '{}'
);

create table currencies (
  code text collate "C" primary key,
  name text not null,
  -- Null where it is not known, and the last where the money is in use.
  first_date date,
  last_date date,
  successor text collate "C"
);

-- A code that succeeds itself stood for another unit before the date.
create table redenominations (
  former text collate "C" not null,
  successor text collate "C" not null,
  date date not null,
  ratio numeric,
  source text,
  primary key (former, successor, date)
);

create table pegs (
  currency text collate "C" not null,
  anchor text collate "C",
  rate numeric,
  band text,
  since date not null,
  until date,
  authority text not null,
  verified boolean not null,
  primary key (currency, since)
);

create table regimes (
  currency text collate "C" not null,
  since date not null,
  until date,
  note text not null,
  verified boolean not null,
  primary key (currency, since)
);

---- The archive: each distinct content once, and each time that it answered another request

create table documents (
  sha256 bytea primary key check (length(sha256) = 32),
  size integer not null,
  gzip bytea not null
);
alter table documents alter column gzip set storage external;

create table publications (
  id bigint generated always as identity primary key,
  source text collate "C" not null references sources,
  method text not null,
  url text not null,
  request_headers jsonb not null,
  request_body text,
  request_key text collate "C" generated always as (md5(method || ' ' || url || ' ' || coalesce(request_body, ''))) stored,
  media_type text not null,
  charset text,
  response_headers jsonb not null,
  sha256 bytea not null references documents,
  -- When the publisher sent it. A peer, another instance or an archive that it exported, says so of a document that came through it.
  fetched_at timestamptz not null default service_now(),
  last_fetched_at timestamptz not null default service_now(),
  -- Null until its rows are in `rates` or in quarantine.
  loaded_at timestamptz,
  rows integer,
  -- The first and the last day of its rows.
  from_date date,
  to_date date,
  archived_at timestamptz not null default service_now(),
  peer text,
  -- When the publisher sent the same as the peer.
  confirmed_at timestamptz,
  unique (source, request_key, sha256),
  constraint publications_confirmed_check check (confirmed_at is null or peer is not null)
);
create index publications_latest on publications (source, request_key, last_fetched_at desc);
create index publications_by_arrival on publications (source, archived_at);
create index publications_by_document on publications (sha256);

---- Rates

-- Every rate as it is known now. `value` is quote per one base; times `unit` it is the figure as printed. A hypertable by date where
-- TimescaleDB is available, else ranges of five years (see make_partitions).
-- No foreign key to publications: a check for each row would double the time of a load, and only load_staged writes here.
-- The extension can only be created where the server was started with it; a role without that privilege has it created beforehand.
do $$
declare
  preloaded boolean;
begin
  begin
    preloaded := current_setting('shared_preload_libraries') like '%timescaledb%';
  exception when insufficient_privilege then
    preloaded := false;
  end;
  if preloaded and exists (select from pg_available_extensions where name = 'timescaledb') then
    create extension if not exists timescaledb;
  end if;

  create table rates_shape (
    source text collate "C" not null,
    base text collate "C" not null check (length(base) = 3),
    quote text collate "C" not null check (length(quote) = 3),
    type text collate "C" not null,
    date date not null,
    value numeric not null check (value > 0 and value < 'Infinity'), -- NaN is above it
    unit text not null check (unit = 'gram' or unit ~ '^[1-9][0-9]*$'),
    publication_id bigint not null,
    known_at timestamptz not null default service_now(),
    check (base <> quote)
  );
  if exists (select from pg_extension where extname = 'timescaledb') then
    create table rates (like rates_shape including all);
    perform create_hypertable('rates', 'date', chunk_time_interval => interval '5 years', create_default_indexes => false);
  else
    create table rates (like rates_shape including all) partition by range (date);
  end if;
  drop table rates_shape;
end $$;
alter table rates
  add primary key (source, base, quote, type, date),
  -- The first and the last day on which a rate holds, where its document prints a validity.
  add column valid_from date,
  add column valid_to date,
  add check (valid_from <= valid_to);
create index rates_by_table on rates (source, date);
create index rates_with_validity on rates (source, date) where valid_from is not null or valid_to is not null;

-- What a rate was before a publisher corrected it, from when until when it was known.
create table rate_revisions (
  source text collate "C" not null,
  base text collate "C" not null,
  quote text collate "C" not null,
  type text collate "C" not null,
  date date not null,
  value numeric not null,
  unit text not null,
  publication_id bigint not null,
  known_at timestamptz not null,
  known_until timestamptz not null,
  valid_from date,
  valid_to date,
  primary key (source, base, quote, type, date, known_until)
);
create index rate_revisions_by_table on rate_revisions (source, date);

-- Why a served rate is unusual: a sentence for people, never a reason to withhold it (see docs/checks.md).
create table doubts (
  source text collate "C" not null references sources,
  base text collate "C" not null,
  quote text collate "C" not null,
  type text collate "C" not null,
  date date not null,
  doubt text not null,
  primary key (source, base, quote, type, date)
);
create index doubts_by_date on doubts (source, date);

-- The days on which a source has a table, their number, its series, and the size of these by month: all follow from rates, and merge_staged
-- keeps them.
create table tables (
  source text collate "C" not null references sources,
  date date not null,
  -- When the first rate of the table came in, from which follows how far behind its dates a source publishes; null for old tables.
  added_at timestamptz default service_now(),
  primary key (source, date)
);

create table coverage (
  source text collate "C" primary key references sources,
  days bigint not null,
  latest_date date not null
);

create table series (
  source text collate "C" not null references sources,
  base text collate "C" not null,
  quote text collate "C" not null,
  type text collate "C" not null,
  first_date date not null,
  last_date date not null,
  primary key (source, base, quote, type)
);
create index series_by_pair on series (base, quote);
create index series_by_quote on series (quote, base);

create table series_months (
  source text collate "C" not null references sources,
  base text collate "C" not null,
  quote text collate "C" not null,
  type text collate "C" not null,
  month date not null, -- its first day
  rates integer not null,
  whole integer not null, -- the most digits before the point
  scale integer not null, -- and after it
  has_validity boolean not null,
  has_printed boolean not null,
  primary key (source, base, quote, type, month)
);

---- Runs and quarantine

create table runs (
  id bigint generated always as identity primary key,
  source text collate "C" not null references sources,
  kind text not null check (kind in ('schedule', 'ingest', 'backfill', 'replay', 'reparse', 'mirror')),
  status text not null default 'running' check (status in ('running', 'ok', 'failed')),
  started_at timestamptz not null default service_now(),
  finished_at timestamptz,
  window_from date,
  window_to date,
  publications integer not null default 0,
  rows_new integer not null default 0,
  rows_changed integer not null default 0,
  rows_unchanged integer not null default 0,
  rows_quarantined integer not null default 0,
  error text,
  -- The number of items that the adapter left out, by reason.
  left_out jsonb not null default '{}',
  check ((status = 'running') = (finished_at is null)),
  check ((status = 'failed') = (error is not null))
);
create index runs_by_source on runs (source, started_at desc);

-- The days of the windows of failed runs, until a later run reads them: a table of these days may exist and not be stored.
create table unread_days (
  source text collate "C" not null references sources,
  day date not null,
  since timestamptz not null,
  -- When a later run read the day; null until then.
  until timestamptz
);
create unique index unread_days_open on unread_days (source, day) where until is null;
create index unread_days_by_source on unread_days (source, day);

-- Rows that are not served, as they were printed, each with its reason. A doubtful one ends as released (the publisher said it again),
-- corrected (he said something else) or unsaid (thirty days passed without either).
create table quarantine (
  id bigint generated always as identity primary key,
  source text collate "C" not null references sources,
  publication_id bigint not null references publications,
  run_id bigint references runs,
  date text not null,
  base text not null,
  quote text not null,
  type text not null,
  value text not null,
  unit text not null,
  reason text not null,
  status text not null default 'pending' check (status in ('pending', 'released', 'rejected', 'corrected', 'unsaid')),
  detected_at timestamptz not null default service_now(),
  decided_at timestamptz,
  valid_from text,
  valid_to text,
  -- The kind of the check that held it, and its rate per one base: null where it could be none.
  fault text not null default 'row' check (fault in ('row', 'name', 'date', 'peer', 'broken', 'move', 'price', 'table', 'correction')),
  rate numeric,
  -- When the publisher said it first.
  said_at timestamptz not null default service_now(),
  check ((status = 'pending') = (decided_at is null)),
  unique (source, date, base, quote, type, value, unit)
);
create index quarantine_pending on quarantine (source, detected_at) where status = 'pending';

-- What operators decided about rows in quarantine: who, when and why. A row that the pipeline itself released has no entry. No foreign key:
-- the decisions stay, whatever happens to the row.
create table quarantine_decisions (
  id bigint generated always as identity primary key,
  quarantine_id bigint not null,
  decision text not null check (decision in ('released', 'rejected', 'undone', 'corrected', 'unsaid')),
  decided_by text not null check (decided_by <> ''),
  why text not null check (why <> '' or decision = 'rejected'),
  decided_at timestamptz not null default service_now()
);
create index quarantine_decisions_by_row on quarantine_decisions (quarantine_id);
create index quarantine_decisions_by_time on quarantine_decisions (decided_at);

---- The composite

-- The days whose composite must be calculated again: a span for each load, so that no load waits for another.
create table composite_due (
  id bigint generated always as identity primary key,
  days datemultirange not null
);

-- What each bank gives for one US dollar behind a composite figure, for the pairs of two other currencies (see composite_crosses). `tables`
-- has the bank, the age of its table in days and the place of the rate type in its order; `figures` are those of the same places.
create table composite_shares (
  date date not null,
  currency text not null,
  known_at timestamptz not null,
  tables text[] not null,
  figures numeric[] not null,
  primary key (date, currency, known_at)
);

---- Market rates

-- The market feeds, written again at every start. `position` is the place in the order in which they are asked, null for one that is not
-- set.
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

-- What the feeds said: `rate` is units of the currency for one US dollar. Partitions, or chunks with TimescaleDB, are days in UTC.
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

-- Each request to a feed and its outcome. `rates` is the number of rates that were stored, `refused` of those that cannot be true.
create table market_polls (
  feed text collate "C" not null references feeds,
  polled_at timestamptz not null default service_clock(),
  status text not null check (status in ('stored', 'unchanged', 'refused', 'failed')),
  rates integer not null default 0,
  refused integer not null default 0,
  error text,
  primary key (feed, polled_at)
);

---- Users and accounts

-- E-mail addresses are stored in lower case.
create table users (
  id text collate "C" primary key,
  email text collate "C" not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  name text not null,
  image text,
  role text not null default 'user' check (role in ('user', 'operator')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id text collate "C" primary key,
  token text collate "C" not null unique,
  user_id text collate "C" not null references users on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);

-- A password's hash, or what another provider says of a user.
create table credentials (
  id text collate "C" primary key,
  user_id text collate "C" not null references users on delete cascade,
  account_id text collate "C" not null,
  provider_id text collate "C" not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, provider_id, account_id)
);

-- The hash of a token that was sent to an address, and whose it is.
create table verifications (
  id text collate "C" primary key,
  identifier text collate "C" not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);
create index verifications_by_value on verifications (value);
create index verifications_by_end on verifications (expires_at);

-- What has a plan and its allowance: the account of a user, or one that an operator or an agent created for a key alone.
create table accounts (
  id bigint generated always as identity primary key,
  user_id text unique references users on delete cascade,
  name text not null,
  plan text not null check (plan in ('free', 'trial', 'developer', 'business', 'enterprise')),
  created_at timestamptz not null default service_now(),
  expires_at timestamptz,
  disabled_at timestamptz,
  first_key_at timestamptz
);

-- Only the SHA-256 of a key is stored, and its first characters, by which its owner tells it from others.
create table api_keys (
  id bigint generated always as identity primary key,
  prefix text not null,
  sha256 bytea not null unique check (length(sha256) = 32),
  name text not null,
  created_at timestamptz not null default service_now(),
  disabled_at timestamptz,
  account_id bigint not null references accounts on delete cascade,
  last_used_at timestamptz
);
create index on api_keys (account_id);

-- Units used of an allowance: within a month in UTC, or for life (-infinity).
create table allowances_used (
  account_id bigint not null references accounts on delete cascade,
  month date not null,
  units bigint not null default 0 check (units >= 0),
  primary key (account_id, month)
) with (fillfactor = 50);

-- Each batch of charges by the number that its process gave it, so that one whose answer was lost can be refunded.
create table charges (
  id uuid primary key,
  charged_at timestamptz not null default service_now(),
  -- An array of {account, month, day, endpoint, requests, units}; null after a refund.
  granted jsonb
);
create index charges_by_time on charges (charged_at);

create table usage (
  account_id bigint not null references accounts on delete cascade,
  day date not null,
  endpoint text not null,
  requests bigint not null,
  units bigint not null,
  primary key (account_id, day, endpoint)
) with (fillfactor = 50);

-- How often something was done within a window of time, by any process. A crash of the server loses a minute or a day of counting.
create unlogged table windows (
  name text not null,
  ends_at timestamptz not null,
  taken integer not null default 0,
  primary key (name, ends_at)
) with (fillfactor = 50);
create index on windows (ends_at);

---- The log of what was loaded, which nobody can rewrite

-- An entry for each load of a publication that brought it or changed rates, and the nodes of the Merkle tree over the entries (RFC 6962,
-- section 2.1). The leaf at index n is the node of height 0, and it belongs to one entry.
-- No foreign keys to what an entry is about: the log stays, whatever happens to that, and a check of the log says so.
create table log_entries (
  id bigint generated always as identity primary key,
  source text collate "C" not null,
  publication_id bigint not null,
  known_at timestamptz not null,
  entry text not null check (octet_length(entry) <= 65535), -- as much as an entry bundle of tlog-tiles can hold
  unique (source, publication_id, known_at)
);
create index log_entries_by_time on log_entries (source, known_at);
create index log_entries_by_publication on log_entries (publication_id);

create table log_nodes (
  height smallint not null,
  index bigint not null,
  hash bytea not null check (length(hash) = 32),
  entry_id bigint unique references log_entries,
  primary key (height, index),
  check ((height = 0) = (entry_id is not null))
);

-- An entry takes its place in the tree when its transaction commits, so that the lock that orders entries is held no longer than that.
-- The owner's rights are used, so that a loader can add entries and nothing else; its temporary tables are searched last.
create function place_log_entry()
returns trigger
language plpgsql security definer
as $$
begin
  perform append_leaf(new.id, new.entry);
  return null;
end $$;

create constraint trigger place_log_entry
after insert on log_entries
deferrable initially deferred
for each row execute function place_log_entry();

create function refuse_to_rewrite()
returns trigger
language plpgsql
as $$
begin
  raise exception 'the log is only added to: % of % is refused', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger refuse_to_rewrite
before update or delete or truncate on log_entries
for each statement execute function refuse_to_rewrite();

create trigger refuse_to_rewrite
before update or delete or truncate on log_nodes
for each statement execute function refuse_to_rewrite();

---- Events, webhooks and alerts

-- What happened to the tables of sources, for those who listen. An event takes its place when its transaction commits, so whoever knows one
-- place misses nothing that comes after it. No figure is among the details: they say where to look.
create table events (
  id bigint generated always as identity primary key,
  source text collate "C" not null references sources,
  kind text not null check (kind in ('table', 'correction', 'overdue')),
  at timestamptz not null default service_clock(),
  details json not null,
  place bigint unique
);
create index events_by_source on events (source, place);
create index events_by_time on events (at);

create sequence event_places;

-- Under the lock of the log, which every load takes when it commits: with a second one, two loads could wait for each other.
create function place_event()
returns trigger
language plpgsql security definer
as $$
begin
  perform pg_advisory_xact_lock(hashtext('log'), 0);
  update events set place = nextval('event_places') where id = new.id;
  perform pg_notify('ratebook', new.source);
  return null;
end $$;

do $$
begin
  execute format('alter function place_log_entry() set search_path = %I, pg_temp', current_schema());
  execute format('alter function place_event() set search_path = %I, pg_temp', current_schema());
end $$;

create constraint trigger place_event
after insert on events
deferrable initially deferred
for each row execute function place_event();

-- The newest table of each source when it was last noted as overdue.
create table overdue_sources (
  source text collate "C" primary key references sources,
  latest_date date not null
);

-- The addresses to which accounts have events sent. Events up to `place` are in `deliveries`. The e-mail address of the owner stands here
-- because the role that delivers reports a disabled webhook, and may not read users.
create table webhooks (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  url text not null,
  email text not null,
  sources text[] check (sources <> '{}'),
  kinds text[] not null check (kinds <> '{}'),
  secret text not null,
  former_secret text,
  former_until timestamptz,
  place bigint not null,
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_why text,
  created_at timestamptz not null default service_now(),
  check ((former_secret is null) = (former_until is null)),
  check ((disabled_at is null) = (disabled_why is null))
);
create index webhooks_by_account on webhooks (account_id);

-- What is sent to a webhook, the same text at each attempt. It is due until `next_at` is null. A test belongs to no source.
create table deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  source text collate "C",
  message text not null,
  created_at timestamptz not null default service_now(),
  attempts integer not null default 0,
  next_at timestamptz default service_now(),
  attempted_at timestamptz,
  delivered_at timestamptz,
  status integer,
  error text
);
create index deliveries_due on deliveries (next_at) where next_at is not null;
create index deliveries_by_webhook on deliveries (webhook_id, id);
create index deliveries_by_time on deliveries (created_at);

-- What an operator has been told until it is over: about a table that waits (`about` is its date), a source that fails, or an overdue one.
create table alerts (
  source text collate "C" not null references sources,
  kind text not null check (kind in ('failing', 'waiting', 'refused', 'overdue')),
  about text not null default '',
  primary key (source, kind, about)
);

---- Rules of law

-- Which official rate a law asks for, as rules/ says, with every revision: a rule that changes or goes keeps its former text, so that a former
-- answer can be given again. `known_until` is null for the present one. `sha256` is that of the document's text.
create table jurisdictions (
  code text collate "C" not null,
  revision integer not null,
  known_at timestamptz not null default service_now(),
  known_until timestamptz,
  document jsonb not null,
  primary key (code, revision),
  check (known_at < known_until)
);
create unique index jurisdictions_now on jurisdictions (code) where known_until is null;

create table rules (
  id text collate "C" not null,
  revision integer not null,
  known_at timestamptz not null default service_now(),
  known_until timestamptz,
  jurisdiction text collate "C" not null generated always as (document ->> 'jurisdiction') stored,
  purpose text collate "C" not null generated always as (document ->> 'purpose') stored,
  -- The days on which the rule holds.
  in_force daterange not null,
  document jsonb not null,
  sha256 text not null,
  primary key (id, revision),
  check (known_at < known_until)
);
create unique index rules_now on rules (id) where known_until is null;

---- Views for readers

-- Views that keep their names, columns and meaning from one version to the next. They are in a schema of their own, so that a role can be
-- granted them and nothing else. A later version may add columns at the end. The schema is not named after the owner, whose search path
-- would find it first.
create schema ratebook_data;

-- A subselect, and not a join, so that a statement that would change the view fails for want of the privilege.
create view ratebook_data.official_rates as
select source, date as rate_date, base, quote, type, value, source = 'composite' as derived, unit, valid_from, valid_to, publication_id,
  known_at,
  (select doubt
   from doubts
   where (doubts.source, doubts.base, doubts.quote, doubts.type, doubts.date) = (rates.source, rates.base, rates.quote, rates.type, rates.date)
  ) as doubt
from rates;

create view ratebook_data.official_tables as
select source, date as rate_date,
  (select count(*) from rates where rates.source = tables.source and rates.date = tables.date) as rates
from tables;

create view ratebook_data.sources as
select code, name, country, home_currency, kind, rate_types, cadence, timezone, history_from, ended, dated, publishes, source_url, terms_url,
  terms, notes, latest_date, coalesce(days, 0) as days
from sources
left join coverage on source = code
where active;

create view ratebook_data.revisions as
select source, date as rate_date, base, quote, type, value, unit, valid_from, valid_to, publication_id, known_at, known_until
from rate_revisions;

comment on schema ratebook_data is 'Official rates for readers. These views stay stable from version to version.';
comment on view ratebook_data.official_rates is
  'Every rate as it is known now: the price of one unit of base in quote. Times unit (1 for gram) it is the figure as printed.';
comment on view ratebook_data.official_tables is 'The dates on which each source has a table, and how many rates it has.';
comment on view ratebook_data.sources is 'Every source, with the date of its newest table.';
comment on view ratebook_data.revisions is
  'What a rate was before its publisher changed it, and from when until when that was known.';
