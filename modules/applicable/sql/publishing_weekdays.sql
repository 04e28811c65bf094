-- The weekdays (Monday is 0) on which a source publishes, as known at an instant: those with a table in at least half of the eight weeks up
-- to `newest`, or those of its schedule if there are fewer than twenty tables.
create or replace function publishing_weekdays(source_code text, schedule text, newest date, known timestamptz)
returns integer[]
language sql stable parallel safe
as $$
  select case when sum(days) < 20 then scheduled_weekdays(schedule) else array_agg(weekday) filter (where days >= 4) end
  from (
    select extract(isodow from date)::integer - 1 as weekday, count(*) as days
    from tables
    where source = source_code and date > newest - 56 and date <= newest and (known is null or added_at is null or added_at <= known)
    group by 1
  ) counted
$$;
