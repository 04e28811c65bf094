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

-- A doubtful row ends as released (the publisher said it again), corrected (it said something else) or unsaid (thirty days passed without either).
-- `said_at` is when the publisher said it first.
alter table quarantine
  add column said_at timestamptz,
  drop constraint quarantine_status_check,
  add constraint quarantine_status_check check (status in ('pending', 'released', 'rejected', 'corrected', 'unsaid')),
  drop constraint quarantine_fault_check;
update quarantine set said_at = publications.fetched_at from publications where publications.id = publication_id;
update quarantine set fault = case when fault in ('row', 'name', 'peer', 'date', 'correction') then fault when fault = 'gap' then 'price' when fault = 'level' then 'move' else 'table' end;
alter table quarantine
  alter column said_at set default now(),
  alter column said_at set not null,
  add constraint quarantine_fault_check check (fault in ('row', 'name', 'date', 'peer', 'broken', 'move', 'price', 'table', 'correction'));

-- The checks read the past of a source from its rates.
drop table habits;

alter table quarantine_decisions
  drop constraint quarantine_decisions_decision_check,
  add constraint quarantine_decisions_decision_check check (decision in ('released', 'rejected', 'undone', 'corrected', 'unsaid'));
