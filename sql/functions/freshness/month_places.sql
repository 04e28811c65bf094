-- The places of a day in its month, as a monthly table may have them: from its begin (d) and its end (e), as a working day from its begin
-- (w) and its end (v), and as a weekday from its begin (n) and its end (l).
create or replace function month_places(day date)
returns text[]
language sql immutable parallel safe
as $$
  select array['d' || after, 'e' || before]
    || case when weekday < 6
      then array['w' || days_between(month - 1, day, '{1,2,3,4,5,5,5}'), 'v' || days_between(day, month + length, '{1,2,3,4,5,5,5}')]
    end
    || array[format('n%s-%s', after / 7, weekday), format('l%s-%s', before / 7, weekday)]
  from (
    select date_trunc('month', day::timestamp)::date as month, extract(isodow from day)::integer as weekday,
      extract(day from date_trunc('month', day::timestamp) + interval '1 month - 1 day')::integer as length) it
  cross join lateral (select day - month as after, month + length - 1 - day as before) place
$$;
