-- A table that repeats many moving pairs of an older table: more than twice as many as of the third most similar table.
create or replace function rule_copy()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, format('is in a table that repeats %s of its %s moving pairs from %s', copied, moving, copied_day)
  from measured_tables
  join figures using (date)
  where may_wait and copied >= (select setting('quorum')) and copied > (select setting('copy_factor')) * copied_by_chance
    and copied >= (select setting('repeat_share')) / 2 * moving and same < (select setting('repeat_share')) * moving
$$;
