-- The values of the series that have new staged values, staged and stored ones around them, that are within twenty places of a new one that moved
-- by more than a twentieth from one beside it. Where a correction waits, what is stored counts. `place` is the place in the series, `move` the logarithm
-- of the change from the value before. Uses the temporary table staged_rates.
create or replace function values_around_moves(source_code text)
returns table (base text, quote text, type text, date date, value float8, digits integer, is_new boolean, place bigint, move float8, is_moved boolean)
language sql stable
as $$
  with edges as (
    select base, quote, type, min(date) as first_date, max(date) as last_date
    from staged_rates
    group by base, quote, type
    having bool_or(fresh and former is null and reason is null)
  ), line as (
    select base, quote, type, date, counted::float8 as value, scale(counted) as digits, fresh and former is null as is_new
    from staged_rates
    join edges using (base, quote, type)
    cross join lateral (select case when reason is null then value else former end as counted) it
    where counted is not null
    union all
    select edges.base, edges.quote, edges.type, stored.date, stored.value::float8, scale(stored.value), false
    from edges
    cross join lateral (
      (select date, value
       from rates
       where source = source_code and base = edges.base and quote = edges.quote and type = edges.type
         and date < edges.first_date and date > edges.first_date - 400
       order by date desc
       limit 20)
      union all
      (select date, value
       from rates
       where source = source_code and base = edges.base and quote = edges.quote and type = edges.type
         and date > edges.last_date and date < edges.last_date + 400
       order by date
       limit 5)
    ) stored
  ), marked as (
    select *, row_number() over series as place, ln(value / lag(value) over series) as move,
      is_new and (value not between 0.95 * lag(value) over series and 1.05 * lag(value) over series
        or value not between 0.95 * lead(value) over series and 1.05 * lead(value) over series) as is_moved
    from line
    window series as (partition by base, quote, type order by date)
  )
  select base, quote, type, date, value, digits, is_new, place, move, is_moved
  from (
    select *, bool_or(is_moved) over (partition by base, quote, type order by date rows between 20 preceding and 20 following) as is_near
    from marked
  ) it
  where is_near
$$;
