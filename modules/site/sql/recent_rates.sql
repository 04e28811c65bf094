-- The values of each series of a source in a number of days up to a date, as text, oldest first.
create or replace function recent_rates(source_code text, until date, days integer)
returns table (base text, quote text, type text, "values" text[])
language sql stable parallel safe
as $$
  select base, quote, type, array_agg(value::text order by date)
  from rates
  where source = source_code and date between until - days and until
  group by base, quote, type
$$;
