-- Every currency that ever stood in a table of a source beside its home currency, and that one, by code.
create or replace function compat_currencies(source_code text)
returns table (currency text)
language sql stable parallel safe
as $$
  select home_currency
  from sources
  where code = source_code
  union
  select quote
  from sources
  join series on source = code and base = home_currency
  where code = source_code
  order by 1
$$;
