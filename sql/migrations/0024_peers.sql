-- Documents that came through a peer: another instance, or an archive that it exported. `fetched_at` is when the peer says that it fetched the document,
-- `archived_at` when it was archived here, and `confirmed_at` when the publisher sent the same to this instance.
alter table publications
  add column archived_at timestamptz not null default now(),
  add column peer text,
  add column confirmed_at timestamptz,
  add constraint publications_confirmed_check check (confirmed_at is null or peer is not null);
update publications set archived_at = fetched_at;

create index publications_by_arrival on publications (source, archived_at);
create index publications_by_document on publications (sha256);

alter table runs
  drop constraint runs_kind_check,
  add constraint runs_kind_check check (kind in ('schedule', 'ingest', 'backfill', 'replay', 'reparse', 'mirror'));

-- A row may be held because only a peer has it, and the publisher sent something else.
alter table quarantine
  drop constraint quarantine_fault_check,
  add constraint quarantine_fault_check check (fault in ('row', 'correction', 'date', 'name', 'level', 'gap', 'document', 'peer'));
