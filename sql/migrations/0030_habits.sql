-- What is usual for each series of a source ('EUR/TTD buy') and, under an empty subject, for its tables: how often each feature of what is stored
-- fell into each of 64 ranges (see observe_staged). Follows from rates; kept by merge_staged, and made anew by relearn_habits.
create table habits (
  source text collate "C" not null references sources,
  subject text collate "C" not null,
  feature text collate "C" not null,
  counts integer[] not null check (cardinality(counts) = 64),
  primary key (source, subject, feature)
);

-- A row may be held because a feature of it is rare (see judge_staged).
alter table quarantine
  drop constraint quarantine_fault_check,
  add constraint quarantine_fault_check check (fault in
    ('row', 'correction', 'date', 'name', 'level', 'gap', 'document', 'peer', 'contradicted', 'digits', 'twin', 'table'));
