-- Writes a reason beside each staged row that differs from what is stored and cannot be true:
-- a jump to more than three times, or less than a third, of most of its neighbours in time (up to three before and three after,
-- at most 400 days away), unless the other banks agree with the new value; and a newest value of a series without a history that is
-- off from an agreeing consensus of other banks by a power of ten, or is its inverse.
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
       limit 3)
      union all
      (select date, value
       from rates
       where source = source_code and base = edges.base and quote = edges.quote and type = edges.type
         and date > edges.last_date and date < edges.last_date + 400
       order by date
       limit 3)
    ) stored
  ), neighbours as (
    select line.*,
      lag(value, 1) over series as before_1, lag(value, 2) over series as before_2, lag(value, 3) over series as before_3,
      lead(value, 1) over series as after_1, lead(value, 2) over series as after_2, lead(value, 3) over series as after_3
    from line
    window series as (partition by base, quote, type order by date)
  ), jumps as (
    select base, quote, type, date, value, coalesce(before_1, after_1) as neighbour
    from neighbours
    where fresh
      and (  coalesce((value > 3 * before_1 or 3 * value < before_1)::integer, 0)
           + coalesce((value > 3 * before_2 or 3 * value < before_2)::integer, 0)
           + coalesce((value > 3 * before_3 or 3 * value < before_3)::integer, 0)
           + coalesce((value > 3 * after_1 or 3 * value < after_1)::integer, 0)
           + coalesce((value > 3 * after_2 or 3 * value < after_2)::integer, 0)
           + coalesce((value > 3 * after_3 or 3 * value < after_3)::integer, 0)
          ) * 2 > num_nonnulls(before_1, before_2, before_3, after_1, after_2, after_3)
  ), unexplained as (
    select jumps.*
    from jumps
    left join lateral consensus_of(source_code, base, quote, date) on true
    where median is null or jumps.value not between median * 0.8 and median * 1.25
  )
  update staged_rates
  set reason = format('jumps to %s times the %s of its neighbour in time', trim_scale((unexplained.value / neighbour)::numeric(40, 6)), neighbour)
  from unexplained
  where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date)
      = (unexplained.base, unexplained.quote, unexplained.type, unexplained.date);

  with newest as (
    select distinct on (base, quote, type) base, quote, type, date, value::float8 as value
    from staged_rates
    where fresh and reason is null
      and not exists (
        select from series
        where series.source = source_code and series.base = staged_rates.base and series.quote = staged_rates.quote and series.type = staged_rates.type
          and staged_rates.date between first_date - 400 and last_date + 400
      )
    order by base, quote, type, date desc
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
