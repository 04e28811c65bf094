-- The code of a predecessor or successor of a currency that was valid on a date; null if there is none.
create or replace function valid_code(of_code text, wanted date)
returns text
language sql stable parallel safe
as $$
  with recursive later as (
    select of_code collate "C" as code
    union
    select successor from later join currencies using (code) where successor is not null
  )
  select code
  from (select code from currency_units(of_code) union select code from later) line
  join currencies using (code)
  where code <> of_code and first_date <= wanted and (last_date is null or last_date >= wanted)
  order by first_date desc
  limit 1
$$;
