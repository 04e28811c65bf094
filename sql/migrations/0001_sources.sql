-- What the registry says of each source, written again at every start.
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
  active boolean not null default true
);
