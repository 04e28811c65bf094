-- A table whose rates moved together, several times as far as those of any earlier table. Excluded if the next table reverses the move, the
-- other banks have the same level, or a waiting value confirms it.
create or replace function rule_together()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, format('is in a table that moved together %s %% for a day; no table of %s before more than %s %%',
    round((100 * (exp(measured.step) - 1))::numeric, 2), moved_tables, round((100 * largest_shift)::numeric, 2))
  from measured_tables measured
  join figures using (date)
  where moved >= (select setting('quorum')) and abs(measured.step) > greatest((select setting('move_factor')) * largest_shift, least_move)
    and (after_step is null or abs(after_step) > abs(measured.step) / 2)
    and (measured.shift is null
      or abs(measured.shift) > least(greatest(3 * measured.tolerance, abs(measured.step) / 3), abs(measured.step) / 2))
    and may_wait and not exists (select from figures other where other.date = measured.date and confirms)
$$;
