-- Corrections by the figures of another stored table: of most of a table, or of most of all that the document corrects.
create or replace function rule_repeated_correction()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, format('is a correction by the stored figures of %s: %s of %s', repeated_day, repeated, corrected)
  from (select *, sum(repeated) over () as all_repeated, sum(corrected) over () as all_corrected from measured_tables) it
  join figures using (date)
  where former <> value and (repeated >= (select setting('quorum')) and repeated >= (select setting('repeat_share')) * corrected
    or all_repeated >= (select setting('quorum')) and all_repeated >= (select setting('repeat_share')) * all_corrected)
$$;
