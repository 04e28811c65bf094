-- The archive: each distinct content once, and each time it answered another request.
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
  fetched_at timestamptz not null default now(),
  last_fetched_at timestamptz not null default now(),
  -- Empty until its rows are in `rates` or in quarantine.
  loaded_at timestamptz,
  rows integer,
  unique (source, request_key, sha256)
);
create index publications_latest on publications (source, request_key, last_fetched_at desc);
