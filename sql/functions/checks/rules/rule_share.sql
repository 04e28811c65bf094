-- A table in which at least a third of the figures are doubtful.
create or replace function rule_share()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  with doubtful as (
    select base, quote, type, date from rule_change() union select base, quote, type, date from rule_spread()
    union select base, quote, type, date from rule_move() union select base, quote, type, date from rule_level()
    union select base, quote, type, date from rule_replaced()
  )
  select base, quote, type, date, format('is in a table that has %s doubtful figures of %s', doubtful.figures, pairs)
  from (select date, count(*) as figures from doubtful group by date) doubtful
  join measured_tables using (date)
  join figures using (date)
  where may_wait and doubtful.figures >= greatest(3, (select setting('odd_share')) * pairs)
$$;
