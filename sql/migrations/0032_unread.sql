-- A column and an index that no statement reads.
alter table alerts drop column told_at;
drop index rules_by_jurisdiction;
