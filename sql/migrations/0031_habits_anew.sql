-- Decimals are counted up to ten, and those of a first value no longer. What is usual is learnt anew from what is stored, as after 0030 (see migrate.ts).
delete from habits;
-- A column and an index that no statement reads.
alter table alerts drop column told_at;
drop index rules_by_jurisdiction;
