-- Finds recent figures that contradict their printed change: the figure less its change is not the value of the table before, while that is
-- so of most others of the table. Sets `reason` and `fault`. Uses the temporary table recent.
create or replace function find_contradicted()
returns void
language sql
as $$
  with compared as materialized (
    select base, quote, type, date, count(*) filter (where abs(off) <= 1.5 * digit) over (partition by date) as agreeing,
      count(*) over (partition by date) as compared,
      abs(off) > 1.5 * digit as is_off
    from (select *, value - change - before as off, 10.0 ^ -scale(value) as digit from recent
      where change is not null and before is not null and not confirms) it
  )
  update recent
  set fault = 'price', reason = format('%s less its printed change of %s is %s, not %s as on %s; %s other rates fit their changes',
    value, change, value - change, before, day_before, agreeing)
  from compared it
  where is_off and agreeing >= setting('quorum') and agreeing >= 0.8 * (compared - 1)
    and (recent.base, recent.quote, recent.type, recent.date) = (it.base, it.quote, it.type, it.date)
$$;
