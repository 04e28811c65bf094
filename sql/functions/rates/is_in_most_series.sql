-- True if a currency is in more than half of the series of a source, as its home currency is.
create or replace function is_in_most_series(source_code text, symbol text)
returns boolean
language sql stable parallel safe
as $$
  select count(*) filter (where symbol in (base, quote)) * 2 > count(*) from series where source = source_code
$$;
