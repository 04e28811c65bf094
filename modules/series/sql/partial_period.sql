-- The number of dates behind the figure of a part of a period, with the first and the last of them, in words.
create or replace function partial_period(days bigint, first_date date, last_date date)
returns text
language sql immutable parallel safe strict
return format('%s %s, %s to %s', days, case days when 1 then 'day' else 'days' end, first_date, last_date);
