-- The source as in find_bank, in the first row only, then the newest dates of a window on which it has a table, ascending. No row if the source is unknown.
create or replace function availability(source_code text, from_date date, to_date date, at_most integer)
returns table (date date, bank json)
language sql stable parallel safe
as $$
  select null, to_json(it)
  from find_bank(source_code) it
  union all
  (select date, null
   from (
     select date
     from tables
     where source = source_code and date between from_date and to_date
     order by date desc
     limit at_most
   ) newest
   order by date)
$$;
