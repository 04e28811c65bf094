-- A correction of most of a table, in a document without a newer table, that is no nearer to its neighbours. Older tables count only if
-- they are the only ones in their document.
create or replace function rule_table_correction()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date,
    format('is a correction of %s of %s figures of a table, in a document without a newer one', corrected, stored)
  from measured_tables
  join figures using (date)
  cross join measured_document document
  where former <> value and corrected >= (select setting('quorum')) and 2 * corrected > stored and last_day <= newest_stored
    and (may_wait or document.dates = 1) and moved_away > -0.002
$$;
