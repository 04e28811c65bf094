-- Every currency in a published pair of an active source, by code.
create or replace function available_currencies()
returns table (currency text)
language sql stable parallel safe
as $$
  select base
  from series
  join sources on code = source and active
  union
  select quote
  from series
  join sources on code = source and active
  order by 1
$$;
