-- Holds back values that contradict their printed change: a value less its change must equal the value of the table before, stored or in the document.
-- * The document must show which table that is: the one before by date, if at least 80 % of the other changed rates agree with it exactly, and at least
--   five of them, or all of two to four. Otherwise a table is missing or the changes have another meaning, and nothing is held.
-- * A difference of one in the last digit may come from rounding. It counts only if twenty others agree and none disagrees.
-- * Of the two values the newer one is held, unless the older contradicts its own change. If the change after the newer one agrees with it, the older
--   one is held instead, provided that its own change can't be compared.
-- * A rate is skipped if its unit differs from that of the value before, or if that value is pending.
-- Uses the temporary table staged_rates.
create or replace function check_changes(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  min_agreeing constant integer := 2;
  quorum constant integer := 5;
  quorum_share constant numeric := 0.8;
  rounding_quorum constant integer := 20;
begin
  if not exists (select from staged_rates where change is not null) then
    return;
  end if;

  with days as materialized (
    select date, greatest(lag(date) over (order by date), (select max(tables.date) from tables where source = source_code and tables.date < it.date)) as day_before
    from (select distinct date from staged_rates) it
  ), compared as materialized (
    select now.base, now.quote, now.type, now.date, now.value, now.change, day_before, it.value as value_before, now.value - now.change - it.value as off
    from staged_rates now
    join days using (date)
    left join staged_rates before on (before.base, before.quote, before.type, before.date) = (now.base, now.quote, now.type, day_before)
    cross join lateral (
      select before.value, before.unit where before.reason is null
      union all
      select value, unit
      from rates
      where before.date is null and source = source_code and (rates.base, rates.quote, rates.type, rates.date) = (now.base, now.quote, now.type, day_before)
        and not exists (
          select
          from quarantine it
          where status = 'pending' and source = source_code and (it.base, it.quote, it.type, it.date) = (now.base, now.quote, now.type, day_before::text))
    ) it
    where now.change is not null and now.reason is null and it.unit = now.unit
  ), counted as (
    select date, count(*) filter (where off = 0) as agreeing, count(*) - 1 as others
    from compared
    where off <> 0 or change <> 0
    group by date
  ), measured as (
    select compared.*, agreeing,
      abs(off) > case when agreeing >= rounding_quorum and agreeing = others then 0 else 10.0 ^ -greatest(scale(value), scale(change), scale(value_before)) end as is_off
    from compared
    join counted using (date)
    where agreeing >= greatest(min_agreeing, quorum_share * others, least(quorum, others))
  ), linked as (
    select measured.*, case when lag(date) over series = day_before then lag(is_off) over series end as is_off_before,
      case when lead(day_before) over series = date then lead(is_off) over series end as is_off_after
    from measured
    window series as (partition by base, quote, type order by date)
  )
  update staged_rates
  set fault = 'contradicted', reason = it.reason
  from (
    select base, quote, type, date, format('%s less its printed change of %s is %s, not %s as on %s; %s other rates fit their changes',
      value, change, value - change, value_before, day_before, agreeing) as reason
    from linked
    where is_off and is_off_before is not true and is_off_after is not false
    union all
    select base, quote, type, day_before, format('%s is not %s, which %s of %s and its printed change of %s imply; %s other rates fit their changes',
      value_before, value - change, value, date, change, agreeing)
    from linked
    where is_off and is_off_before is null and is_off_after = false
  ) it
  where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (it.base, it.quote, it.type, it.date)
    and fresh and staged_rates.reason is null;
end $$;
