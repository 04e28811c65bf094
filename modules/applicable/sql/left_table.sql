-- Whether a currency has left its table: since the date of its rate, up to `until`, the other rates of that publication were printed as
-- often as between the rate and the previous one, without the currency.
create or replace function left_table(
  of_source text, of_base text, of_quote text, of_type text, on_date date, until date, publication bigint, known timestamptz)
returns table (has_left boolean)
language sql stable parallel safe
as $$
  with beside as materialized (
    select base, quote
    from rates
    where source = of_source and date = on_date and type = of_type and publication_id = publication and (base, quote) <> (of_base, of_quote)
    limit 5
  ), former as (
    select max(date) as date
    from rates
    where source = of_source and base = of_base and quote = of_quote and type = of_type and date < on_date
      and value_known(rates, known) is not null
  )
  select count(distinct later.date) filter (where later.date > on_date) >= greatest(1,
    count(distinct later.date) filter (where later.date <= on_date))
  from beside
  cross join former
  cross join lateral (
    select date
    from rates
    where source = of_source and base = beside.base and quote = beside.quote and type = of_type
      and date > coalesce(former.date, on_date - 1) and date <= until and value_known(rates, known) is not null
    offset 0 -- one index range per series: without statistics the planner reads all rates of the source
  ) later
$$;
