-- The distance of a first rate from the other banks that is a doubt: an average of a month or a year may be far from the rates of a day.
create or replace function doubt_distance(rate_type text)
returns double precision
language sql stable
as $$
  select setting(case when is_for_period(rate_type) then 'level_period' else 'level_doubt' end)
$$;
