-- The number of days strictly between two dates that fall on certain weekdays (see days_between) and on which a source states that it has
-- no table. It is strict, so it costs nothing for a source that states none.
create or replace function closing_days_between(after date, before date, week integer[], closing_days text[])
returns integer
language sql immutable strict parallel safe
as $$
  select count(*)::integer
  from closing_dates(closing_days, after + 1, before - 1) day
  where is_weekday(week, day)
$$;
