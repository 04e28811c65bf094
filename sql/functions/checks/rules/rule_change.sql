-- A figure whose printed change does not lead from the value in the preceding table, although the changes of most other figures of its
-- table do.
create or replace function rule_change()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, format('%s less its printed change of %s is %s, not %s as on %s; %s other rates fit their changes',
    value, change, value - change, before, day_before, agreeing)
  from (
    select *, count(*) filter (where abs(off) <= 1.5 * digit) over tables as agreeing, count(*) over tables as compared
    from (select *, value - change - before as off, 10.0 ^ -scale(value) as digit from figures
      where may_wait and former is null and change is not null and before is not null and not confirms) it
    window tables as (partition by date)
  ) it
  where abs(off) > 1.5 * digit and agreeing >= (select setting('quorum')) and agreeing >= (select setting('change_share')) * (compared - 1)
$$;
