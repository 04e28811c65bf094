-- True if a day falls on one of the weekdays that `week` counts (see days_between).
create or replace function is_weekday(week integer[], day date)
returns boolean
language sql immutable parallel safe
return week[extract(isodow from day)::integer] > coalesce(week[extract(isodow from day)::integer - 1], 0);
