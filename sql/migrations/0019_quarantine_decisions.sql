-- What operators decided about rows in quarantine: who, when and why. A row that the pipeline itself released has no entry. No foreign key: the
-- decisions stay as they are, whatever happens to the row.
create table quarantine_decisions (
  id bigint generated always as identity primary key,
  quarantine_id bigint not null,
  decision text not null check (decision in ('released', 'rejected', 'undone')),
  decided_by text not null check (decided_by <> ''),
  why text not null check (why <> '' or decision = 'rejected'),
  decided_at timestamptz not null default now()
);
create index quarantine_decisions_by_row on quarantine_decisions (quarantine_id);
create index quarantine_decisions_by_time on quarantine_decisions (decided_at);
