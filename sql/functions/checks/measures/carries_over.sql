-- True if a source is known to repeat a table on the next day, and one of two days repeats the other: they are five days apart at most, without another
-- table between, and in the 400 days around, as stored or in the document, every rate of a table of five or more was repeated once. A document shows it
-- where at most half of its tables repeat the one before. Uses the temporary table staged_rates.
create or replace function carries_over(source_code text, wanted date, other_day date)
returns boolean
language sql stable
as $$
  with days as (
    select date, lag(date) over (order by date) as former
    from tables
    where source = source_code and date between wanted - 400 and wanted + 400
  ), repeats as (
    select bool_and(value = former) as is_repeated
    from (select date, value, lag(value) over (partition by base, quote, type order by date) as former from staged_rates) it
    group by date
    having count(*) >= 5
  )
  select abs(wanted - other_day) <= 5
    and not exists (select from tables where source = source_code and date between least(wanted, other_day) + 1 and greatest(wanted, other_day) - 1)
    and (exists (
      select
      from days
      join rates on rates.source = source_code and rates.date = days.date
      join rates earlier on earlier.source = source_code and earlier.date = former and (earlier.base, earlier.quote, earlier.type) = (rates.base, rates.quote, rates.type)
      group by days.date
      having count(*) >= 5 and bool_and(earlier.value = rates.value)
    ) or other_day > wanted and (select 2 * count(*) filter (where is_repeated) between 2 and count(*) from repeats))
$$;
