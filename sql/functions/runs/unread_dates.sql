-- The days between two dates on which a table of a source may exist that no run could read. They are the source's publication weekdays in
-- the windows of failed runs (see unread_days), without a table on them or, for a source that publishes less often, within its period
-- before them. As known at an instant; null means now.
create or replace function unread_dates(source_code text, from_date date, to_date date, known timestamptz)
returns setof date
language sql stable parallel safe
as $$
  select distinct day
  from unread_days
  join sources on code = source
  where source = source_code and day between from_date and to_date
    and case when known is null then until is null else since <= known and (until is null or until > known) end
    and extract(isodow from day)::integer - 1 = any(scheduled_weekdays(schedule))
    and not exists (
      select
      from tables
      where tables.source = source_code and date <= day and (known is null or added_at is null or added_at <= known)
        and date > day - case cadence when 'daily' then 1 when 'weekly' then 7 when 'monthly' then 31 when 'quarterly' then 92 else 366 end)
  order by day
$$;
