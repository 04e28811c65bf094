-- The home currency of a source and every currency ever quoted against it.
create or replace function home_currencies(source_code text)
returns text[]
language sql stable parallel safe
as $$
  select array(
    select home_currency from sources where code = source_code
    union
    select quote from sources join series on source = code and base = home_currency where code = source_code)
$$;
