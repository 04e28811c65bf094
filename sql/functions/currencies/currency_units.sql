-- The units of a currency and of those that it replaced, over time: for each code and period the number of old units for one of today's.
-- `ratio` is null if one of the ratios in between is unknown. For a currency that replaced several others only one predecessor counts, such
-- as the ECU for the euro.
create or replace function currency_units(of_code text)
returns table (code text, since date, until date, ratio numeric, today text)
language sql stable parallel safe
as $$
  with recursive steps as materialized ( -- conversions into another unit that were permanent
    select former, redenominations.successor, date, redenominations.ratio
    from redenominations
    join currencies on currencies.code = former
    where redenominations.successor in (currencies.successor, former)
  ), line as (
    select of_code collate "C" as code
    union
    select currencies.code
    from line
    join currencies on currencies.successor = line.code
    where line.code not in ('EUR', 'USD', 'XAF', 'XOF') or currencies.code = 'XEU'
  ), spans as (
    select line.code, since, coalesce(lead(since) over (partition by line.code order by since) - 1, 'infinity') as until
    from line
    cross join lateral (
      select date '-infinity' as since
      union all
      select date from steps where former = line.code and successor = line.code
    ) starts
  ), walk as (
    select spans.code, since, until, spans.code as today, since as reached, 1::numeric as ratio, 0 as depth
    from spans
    union all
    select walk.code, since, until, next.successor, next.date, walk.ratio * next.ratio, depth + 1
    from walk
    cross join lateral (
      select * from steps where steps.former = today and steps.date > reached order by steps.date limit 1
    ) next
  )
  select distinct on (code, since) code, since, until, ratio, today
  from walk
  order by code, since, depth desc
$$;
