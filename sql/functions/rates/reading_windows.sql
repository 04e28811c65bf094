-- A window cut into years, so that many series can be read in date order piece by piece. Weeks are never cut.
create or replace function reading_windows(from_date date, to_date date, unit text default null)
returns table (first_date date, last_date date)
language sql immutable parallel safe
as $$
  select greatest(day::date, from_date), least((day + step)::date - 1, to_date)
  from (select case when unit = 'week' then interval '52 weeks' else interval '1 year' end as step) steps
  cross join lateral generate_series(date_trunc(case when unit = 'week' then 'week' else 'year' end, from_date), to_date, step) day
  order by 1
$$;
