-- The number of days strictly between two dates that fall on certain weekdays (see days_between), without the stated closing days of a
-- source. PostgreSQL inlines calls of a function with a single expression.
create or replace function open_days_between(after date, before date, week integer[], closing_days text[])
returns integer
language sql stable parallel safe
return case when days_between(after, before, week) = 0 then 0
  else days_between(after, before, week) - coalesce(closing_days_between(after, before, week, closing_days), 0) end;
