-- The state of the printed validity of a table's rates on the date for which they are requested: `ended`, its last day if it ended before
-- that date, and then whether the source should have published the next table (see is_overdue). A `wanted` of infinity stands for today.
-- `last_day` is the last day of all rates, null if one has no end.
create or replace function validity_state(source_code text, newest date, last_day date, wanted date, today date)
returns table (ended date, overdue boolean)
language sql stable parallel safe
as $$
  select last_day, coalesce(is_overdue(source_code, newest, least(given, today)), true)
  from (select case when wanted = 'infinity' then today else wanted end as given) requested
  where last_day < given
$$;
