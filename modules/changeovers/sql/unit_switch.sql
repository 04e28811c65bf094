-- When a source began to print a new unit under the same code, within 400 days of the changeover: the date of its last rate of the former
-- unit, and that of its first rate of the new one, which is worth at least the root of the ratio more; null if its rates end before the
-- changeover. No row if its rates do not show the day.
create or replace function unit_switch(source_code text, code text, changed date, ratio numeric)
returns table (last_date date, first_date date)
language sql stable parallel safe
as $$
  with figures as (
    select date, lag(date) over earlier as last_date,
      case when base = code then value / lag(value) over earlier else lag(value) over earlier / value end as growth
    from series
    join rates using (source, base, quote, type)
    where source = source_code and code in (base, quote) and date between changed - 400 and changed + 400
    window earlier as (partition by base, quote, type order by date)
  ), switched as (
    select last_date, date as first_date from figures where growth >= sqrt(ratio) order by date, last_date desc limit 1
  )
  select * from switched
  union all
  select max(last_date), null
  from series
  where source = source_code and code in (base, quote)
  having max(last_date) < changed and not exists (select from switched)
$$;
