-- The code for which a currency stood on a date under another one, null where there is none: that of the unit which it replaced, or of the one that
-- replaced it.
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
