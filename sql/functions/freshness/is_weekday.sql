-- True if a day falls on one of the weekdays that `week` counts (see days_between).
create or replace function is_weekday(week integer[], day date)
returns boolean
language sql immutable parallel safe
return week[(day - '0001-01-01') % 7 + 1] > coalesce(week[(day - '0001-01-01') % 7], 0);
