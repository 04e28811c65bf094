-- The number of days strictly between two dates that fall on certain weekdays (see days_between) and on which a source states that it has
-- no table. It is strict, so it costs nothing for a source that states none.
create or replace function closing_days_between(after date, before date, week integer[], closing_days text[])
returns integer
language sql stable strict parallel safe
as $$
  select count(*)::integer
  from generate_series(after + 1, before - 1, interval '1 day') it
  cross join lateral (select it::date as day) own
  where is_weekday(week, day) and closing_names(day) && closing_days
$$;
