-- Every currency that stands in a published pair of any source, by code.
create or replace function list_symbols()
returns table (symbol text)
language sql stable parallel safe
as $$
  select base from series
  union
  select quote from series
  order by 1
$$;
