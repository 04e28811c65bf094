create table runs (
  id bigint generated always as identity primary key,
  source text collate "C" not null references sources,
  kind text not null check (kind in ('schedule', 'ingest', 'backfill', 'replay', 'reparse')),
  status text not null default 'running' check (status in ('running', 'ok', 'failed')),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  window_from date,
  window_to date,
  publications integer not null default 0,
  rows_new integer not null default 0,
  rows_changed integer not null default 0,
  rows_unchanged integer not null default 0,
  rows_quarantined integer not null default 0,
  error text,
  check ((status = 'running') = (finished_at is null)),
  check ((status = 'failed') = (error is not null))
);
create index runs_by_source on runs (source, started_at desc);

-- Rows that cannot be true, as they were printed, each with its reason.
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
  status text not null default 'pending' check (status in ('pending', 'released', 'rejected')),
  detected_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((status = 'pending') = (decided_at is null)),
  unique (source, date, base, quote, type, value, unit)
);
create index quarantine_pending on quarantine (source, detected_at) where status = 'pending';
