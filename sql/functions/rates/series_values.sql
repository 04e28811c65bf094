-- The values, validities and printed units of one published series in a window, as known at an instant: null where the rate was not known
-- then.
create or replace function series_values(
  of_source text, of_base text, of_quote text, of_type text, from_date date, to_date date, known timestamptz default null)
returns table (date date, value numeric, valid_from date, valid_to date, unit text)
language sql stable parallel safe
as $$
  select rates.date, value_known(rates, known), valid_from_known(rates, known), valid_to_known(rates, known), unit_known(rates, known)
  from rates
  where rates.source = of_source and rates.base = of_base and rates.quote = of_quote and rates.type = of_type
    and rates.date between from_date and to_date
  offset 0 -- prevents inlining: one index range
$$;
