-- The weekdays (Monday is 0) of a cron expression of five fields; all seven unless its last field lists days by number.
create or replace function scheduled_weekdays(schedule text)
returns integer[]
language sql immutable parallel safe
as $$
  select coalesce(array_agg(distinct (weekday + 6) % 7), '{0,1,2,3,4,5,6}')
  from split_part(schedule, ' ', 5) field
  cross join lateral regexp_matches(field, '([0-7])(?:-([0-7]))?', 'g') part
  cross join lateral generate_series(part[1]::integer, coalesce(part[2], part[1])::integer) weekday
  where field ~ '^[0-7,-]+$'
$$;
