-- A stored series around a date, without it: the nearest values within 31 days before and after, the number of moves between up to twenty values on each
-- side, and their median size as a logarithm.
create or replace function neighbouring_rates(of_source text, of_base text, of_quote text, of_type text, of_date date)
returns table (before float8, after float8, moves bigint, usual_move float8)
language sql stable
as $$
  with near as (
    (select date, value::float8 as value
     from rates
     where source = of_source and base = of_base and quote = of_quote and type = of_type and date < of_date and date > of_date - 90
     order by date desc
     limit 20)
    union all
    (select date, value::float8
     from rates
     where source = of_source and base = of_base and quote = of_quote and type = of_type and date > of_date and date < of_date + 90
     order by date
     limit 20)
  ), moved as (
    select *, abs(ln(value / lag(value) over (order by date))) as move
    from near
  )
  select
    (array_agg(value order by date desc) filter (where date < of_date and date >= of_date - 31))[1],
    (array_agg(value order by date) filter (where date > of_date and date <= of_date + 31))[1],
    count(move),
    percentile_cont(0.5) within group (order by move)
  from moved
$$;
