-- The first and the last day on which a rate holds, where its document prints a validity.
alter table rates
  add column valid_from date,
  add column valid_to date,
  add check (valid_from <= valid_to);
alter table rate_revisions
  add column valid_from date,
  add column valid_to date;
alter table quarantine
  add column valid_from text,
  add column valid_to text;
create index rates_with_validity on rates (source, date) where valid_from is not null or valid_to is not null;
