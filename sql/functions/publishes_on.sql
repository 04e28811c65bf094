-- True when a cron expression fires on a day of the week (1 Monday to 7 Sunday).
create or replace function publishes_on(schedule text, weekday integer)
returns boolean
language sql immutable parallel safe
as $$
  select bool_or(part = '*' or weekday % 7 between split_part(part, '-', 1)::integer % 7 and coalesce(nullif(split_part(part, '-', 2), ''), part)::integer)
  from regexp_split_to_table(split_part(schedule, ' ', 5), ',') part
$$;
