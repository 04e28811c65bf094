-- The weekdays with a table in at least half of the weeks, as days_between takes them; all seven if there are none. For a daily source with
-- fewer than thirty tables the weekdays of its schedule count too.
create or replace function learnt_week(dates date[], cadence text, schedule text)
returns integer[]
language sql immutable parallel safe
as $$
  select case when bool_or(is_counted) then array_agg(so_far order by weekday) else '{1,2,3,4,5,6,7}' end
  from (
    select weekday, is_counted, (count(*) filter (where is_counted) over (order by weekday))::integer as so_far
    from (select max(date) - min(date) as span_days, array_agg((date - '0001-01-01') % 7) as weekdays from unnest(dates) date) it
    cross join generate_series(0, 6) weekday
    cross join lateral (
      select 14 * cardinality(array_positions(weekdays, weekday)) >= span_days + 7
        or cadence = 'daily' and cardinality(dates) < 30 and weekday = any(scheduled_weekdays(schedule)) as is_counted) own
  ) counted
$$;
