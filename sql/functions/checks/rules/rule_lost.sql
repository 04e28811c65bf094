-- A table that lost many of the pairs of the preceding table, and has fewer of them than any earlier table.
create or replace function rule_lost()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, format('is in a table that lacks %s of the %s pairs of the preceding table; none of %s before had so few',
    lost, pairs_before, tables)
  from measured_tables
  join figures using (date)
  where may_wait and tables >= (select setting('rhythm_tables')) and fewest >= (select setting('quorum'))
    and pairs_before - lost < least(fewest, (select setting('lost_share')) * pairs_before)
$$;
