-- The first and the last day of a publication's rows.
alter table publications
  add column from_date date,
  add column to_date date;

-- Which check held a row back, and its rate per one base: null where it could be none.
alter table quarantine
  add column fault text not null default 'row' check (fault in ('row', 'correction', 'date', 'name', 'level', 'document')),
  add column rate numeric;
