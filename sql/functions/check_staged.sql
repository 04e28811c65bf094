-- Writes a reason beside each staged row that differs from what is stored and cannot be true, unless the other banks agree with it:
-- * it changes a stored value to more than three times, or less than a third;
-- * it is as far from what its series was before, and fewer than half of its neighbours in time (up to five before and five after, at most
--   400 days away) are with it; three in ten against it are enough where it is off by a power of ten, as when a unit slips;
-- * its series has no history here, and its newest value is off from an agreeing consensus of other banks by a power of ten, or its inverse.
-- Staged rows are those of one source and one publication, in the temporary table staged_rates.
create or replace function check_staged(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  with edges as (
    select base, quote, type, min(date) as first_date, max(date) as last_date
    from staged_rates
    group by base, quote, type
  ), line as (
    select base, quote, type, date, value::float8 as value, fresh
    from staged_rates
    union all
    select edges.base, edges.quote, edges.type, stored.date, stored.value::float8, false
    from edges
    cross join lateral (
      (select date, value
       from rates
       where source = source_code and base = edges.base and quote = edges.quote and type = edges.type
         and date < edges.first_date and date > edges.first_date - 400
       order by date desc
       limit 5)
      union all
      (select date, value
       from rates
       where source = source_code and base = edges.base and quote = edges.quote and type = edges.type
         and date > edges.last_date and date < edges.last_date + 400
       order by date
       limit 5)
    ) stored
  ), placed as (
    select line.*, row_number() over series as place,
      least(lag(value, 1) over series, lag(value, 2) over series, lag(value, 3) over series,
        lead(value, 1) over series, lead(value, 2) over series, lead(value, 3) over series) as lowest,
      greatest(lag(value, 1) over series, lag(value, 2) over series, lag(value, 3) over series,
        lead(value, 1) over series, lead(value, 2) over series, lead(value, 3) over series) as highest
    from line
    window series as (partition by base, quote, type order by date)
  ), sides as (
    select it.base, it.quote, it.type, it.date, it.value,
      percentile_cont(0.5) within group (order by neighbour.value) filter (where neighbour.place < it.place) as before,
      percentile_cont(0.5) within group (order by neighbour.value) filter (where neighbour.place > it.place) as after,
      avg((neighbour.value between it.value / 3 and it.value * 3)::integer) as with_it
    from placed it
    join placed neighbour on (neighbour.base, neighbour.quote, neighbour.type) = (it.base, it.quote, it.type)
      and neighbour.place between it.place - 5 and it.place + 5
      and neighbour.place <> it.place
      and abs(neighbour.date - it.date) <= 400
    where it.fresh and (it.value > 3 * it.lowest or 3 * it.value < it.highest)
    group by it.base, it.quote, it.type, it.date, it.value
  ), jumps as (
    select base, quote, type, date, value, coalesce(before, after) as around, 'jumps' as fault
    from sides
    where not coalesce(value between before / 3 and before * 3, false)
      and (with_it < 0.5 or with_it <= 0.7 and abs(log(value / before) - round(log(value / before))) < 0.1)
    union all
    select base, quote, type, date, staged_rates.value, rates.value, 'changes what is stored'
    from staged_rates
    join rates using (base, quote, type, date)
    where rates.source = source_code and fresh and staged_rates.value not between rates.value / 3 and rates.value * 3
  ), unexplained as (
    select jumps.*
    from jumps
    left join lateral consensus_of(source_code, base, quote, date) on true
    where median is null or jumps.value not between median * 0.8 and median * 1.25
  )
  update staged_rates
  set reason = format('%s to %s times %s', fault, to_char(unexplained.value / around, 'FM999999990.0999'), around)
  from unexplained
  where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date)
      = (unexplained.base, unexplained.quote, unexplained.type, unexplained.date);

  with unknown as (
    select base, quote, type, max(date) as date
    from staged_rates
    where fresh and reason is null
      and not exists (
        select from series
        where series.source = source_code and series.base = staged_rates.base and series.quote = staged_rates.quote and series.type = staged_rates.type
          and staged_rates.date between first_date - 400 and last_date + 400
      )
    group by base, quote, type
  ), newest as (
    select base, quote, type, date, value::float8 as value
    from staged_rates
    join unknown using (base, quote, type, date)
  ), slips as (
    select newest.base, newest.quote, newest.type, median, newest.value / median as ratio, newest.value * median as product
    from newest
    cross join lateral consensus_of(source_code, base, quote, date)
  )
  update staged_rates
  set reason = format('%s the consensus %s of other banks', case
      when product between 0.8 and 1.25 and ratio not between 0.2 and 5 then 'the inverse of'
      else format('10^%s times', round(log(ratio))) end, median)
  from slips
  where (staged_rates.base, staged_rates.quote, staged_rates.type) = (slips.base, slips.quote, slips.type)
    and fresh and reason is null
    and (product between 0.8 and 1.25 and ratio not between 0.2 and 5
      or abs(log(ratio)) > 0.5 and ratio / 10 ^ round(log(ratio)) between 0.8 and 1.25);
end $$;
