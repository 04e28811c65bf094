-- A table that repeats at least half of the moving pairs of the preceding table, more than any table of the past did.
create or replace function rule_repeat()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, format('is in a table that repeats %s of its %s moving pairs from %s', same, moving, same_day)
  from measured_tables
  join figures using (date)
  where may_wait and same >= (select setting('quorum')) and same >= (select setting('repeat_share')) * moving
    and same::float8 / moving > most_same
$$;
