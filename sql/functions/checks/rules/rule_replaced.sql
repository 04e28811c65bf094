-- The first figure of a series, in a table that lost at least as many series as it added.
create or replace function rule_replaced()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, 'is the first of its series, and another series of its table is missing'
  from figures
  join measured_tables using (date)
  where may_wait and before is null and added <= lost
    and (expected is null or abs(ln(value::float8 / expected)) > greatest(3 * figures.tolerance, (select setting('level_least'))))
$$;
