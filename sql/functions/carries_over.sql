-- True if a day is the one before another in a source's tables by five days at most, and the source is known to repeat a table on the next day: in the last 400 days
-- it did so once with every rate of a table.
create or replace function carries_over(source_code text, wanted date, day_before date)
returns boolean
language sql stable
as $$
  with nearest as (
    select max(date) as day from tables where source = source_code and date < wanted
  ), days as (
    select date, lag(date) over (order by date) as former
    from tables
    where source = source_code and date between wanted - 400 and wanted + 400
  )
  select nearest.day = day_before and wanted - day_before <= 5 and exists (
    select
    from days
    join rates on rates.source = source_code and rates.date = days.date
    join rates earlier on earlier.source = source_code and earlier.date = former and (earlier.base, earlier.quote, earlier.type) = (rates.base, rates.quote, rates.type)
    group by days.date
    having count(*) >= 5 and bool_and(earlier.value = rates.value)
  )
  from nearest
$$;
