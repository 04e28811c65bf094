-- A table of a daily source that is dated a weekday on which it has never had a table.
create or replace function rule_weekday()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date,
    format('is in a table that is dated a %s, as none of %s tables before', trim(to_char(date, 'Day')), tables)
  from measured_tables
  join figures using (date)
  cross join measured_document
  where may_wait and cadence = 'daily' and not has_weekday and tables >= (select setting('rhythm_tables'))
$$;
