-- The values of one published series of a source in a window; `known` asks for the values as they were known at that moment, null where none was.
create or replace function series_values(
  of_source text, of_base text, of_quote text, of_type text, from_date date, to_date date, known timestamptz default null)
returns table (date date, value numeric)
language sql stable parallel safe
as $$
  select rates.date, value_known(rates, known)
  from rates
  where rates.source = of_source and rates.base = of_base and rates.quote = of_quote and rates.type = of_type
    and rates.date between from_date and to_date
  offset 0 -- keeps the query whole: one range of the index
$$;
