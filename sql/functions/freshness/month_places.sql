-- The places of a day in its month, as a monthly table may have them, in the order of preference: the day counted from the month's start
-- (d) or end (e), the working day counted from its start (w) or end (v), and the weekday counted from its start (n) or end (l).
create or replace function month_places(day date)
returns table (place text, preference integer)
language sql immutable parallel safe
as $$
  select place, preference::integer
  from (
    select day - month as after, last - day as before, (day - '0001-01-01') % 7 + 1 as weekday, month, last
    from (select date_trunc('month', day::timestamp)::date as month) it
    cross join lateral (select (month + interval '1 month')::date - 1 as last) own
    offset 0
  ) it
  cross join unnest(array['d' || after, 'e' || before,
      case when weekday < 6 then 'w' || days_between(month - 1, day, '{1,2,3,4,5,5,5}') end,
      case when weekday < 6 then 'v' || days_between(day, last + 1, '{1,2,3,4,5,5,5}') end,
      'n' || after / 7 || '-' || weekday, 'l' || before / 7 || '-' || weekday]) with ordinality own (place, preference)
  where place is not null
$$;
