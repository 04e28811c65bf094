-- Which official rate a law asks for, as rules/ says, with every revision: a rule that changes or goes keeps what it said, so that a former
-- answer can be given again. `known_until` is empty for what holds now. `sha256` is that of the document's text.
create table jurisdictions (
  code text collate "C" not null,
  revision integer not null,
  known_at timestamptz not null default now(),
  known_until timestamptz,
  document jsonb not null,
  primary key (code, revision),
  check (known_at < known_until)
);
create unique index jurisdictions_now on jurisdictions (code) where known_until is null;

create table rules (
  id text collate "C" not null,
  revision integer not null,
  known_at timestamptz not null default now(),
  known_until timestamptz,
  jurisdiction text collate "C" not null generated always as (document ->> 'jurisdiction') stored,
  purpose text collate "C" not null generated always as (document ->> 'purpose') stored,
  -- The days D on which the rule holds.
  in_force daterange not null,
  document jsonb not null,
  sha256 text not null,
  primary key (id, revision),
  check (known_at < known_until)
);
create unique index rules_now on rules (id) where known_until is null;
create index rules_by_jurisdiction on rules (jurisdiction, purpose);
