-- Holds back new rows that are stored already under another date or another name, and gone from the document there:
-- * a table of five rows or more with the very values of another day, unless the document has that day as it is stored (it carries a table
--   over a holiday), or the source carried the table before it over to a day in the last 400 days;
-- * a row with the value of a day of its series that lies between the document's days, or that the same request gave before, and is missing now;
-- * a row with the value of another rate of its day that the same request gave before, and is missing now;
-- * a document without the home currency, where that is in all series that are stored and they are no younger than the document.
-- Looks 45 days back and ahead.
create or replace function check_copies(source_code text, loaded_publication bigint)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  if not exists (select from coverage where source = source_code) or not exists (select from staged_rates where fresh and former is null and reason is null) then
    return;
  end if;

  update staged_rates
  set fault = 'name', reason = format('comes in a document without %s, which is in all %s series that are stored', home_currency, known)
  from (
    select home_currency, count(*) as known
    from sources
    join series on source = code
    where code = source_code
    group by home_currency
    having count(*) >= 2 and bool_and(home_currency in (base, quote))
      and min(first_date) <= (select min(date) from staged_rates) -- before, the home currency may have been another one
  ) home
  where fresh and former is null and reason is null
    and not exists (select from staged_rates where home_currency in (base, quote));

  with asked as (
    select request_key from publications where id = loaded_publication
  ), added as materialized (
    select base, quote, type, date, value, row_number() over (partition by date order by base, quote, type) as place, count(*) over (partition by date) as size
    from staged_rates
    where fresh and former is null and reason is null
  ), stored as materialized (
    select sampled.base, sampled.quote, sampled.type, near.date, near.value
    from (
      select base, quote, type, min(date) - 45 as from_date, max(date) + 45 as to_date
      from added
      where place <= 6
      group by base, quote, type
    ) sampled
    cross join lateral (
      select rates.date, rates.value
      from rates
      where source = source_code and base = sampled.base and quote = sampled.quote and type = sampled.type and rates.date between from_date and to_date
      offset 0 -- one range of the index a series
    ) near
  ), repeated as (
    select added.date, stored.date as day, least(size, 6) as size, count(*) as found
    from added
    join stored using (base, quote, type, value)
    where place <= 6 and stored.date between added.date - 45 and added.date + 45
    group by added.date, stored.date, size
  ), likely as materialized (
    select distinct on (date) date, day
    from repeated
    where found >= 0.8 * size
    order by date, found desc, abs(day - date)
  ), known_days as (
    select base, quote, type, min(date) as first_day
    from staged_rates
    group by base, quote, type
  ), matched as materialized (
    select added.*, day, twin.date is not null and not twin.fresh as is_there,
      twin.date is null and (day > first_day or publications.request_key = asked.request_key) or twin.reason is not null as is_gone,
      rates.value = added.value as is_same
    from added
    join likely using (date)
    join known_days using (base, quote, type)
    cross join asked
    join rates on rates.source = source_code and (rates.base, rates.quote, rates.type) = (added.base, added.quote, added.type) and rates.date = day
    join publications on publications.id = rates.publication_id
    left join staged_rates twin on (twin.base, twin.quote, twin.type, twin.date) = (added.base, added.quote, added.type, day)
  ), tables_moved as (
    select date, day, count(*) as size
    from matched
    group by date, day
    having count(*) filter (where is_same) >= 0.9 * count(*)
      and (count(*) >= 5 and not bool_or(is_there) and not carries_over(source_code, date, day) or bool_and(is_gone))
  )
  update staged_rates
  set fault = 'date', reason = case
    when tables_moved.size = 1 then format('has the value of %s, which is missing in this document', day)
    else format('has the values of %s, as all %s rates of the day', day, tables_moved.size) end
  from tables_moved
  where fresh and former is null and reason is null and staged_rates.date = tables_moved.date;

  update staged_rates
  set fault = 'name', reason = format('has the value of %s/%s %s, which is missing in this document', other.base, other.quote, other.type)
  from (
    select distinct on (it.base, it.quote, it.type, it.date) it.base as new_base, it.quote as new_quote, it.type as new_type, it.date, rates.base, rates.quote, rates.type
    from staged_rates it
    join tables on tables.source = source_code and tables.date = it.date
    join rates on rates.source = source_code and rates.date = it.date and rates.value = it.value
    join publications on publications.id = rates.publication_id
    join publications loaded on loaded.id = loaded_publication and loaded.request_key = publications.request_key
    where it.fresh and it.former is null and it.reason is null
      and not exists (select from staged_rates where (base, quote, type, date) = (rates.base, rates.quote, rates.type, rates.date))
    order by it.base, it.quote, it.type, it.date, rates.base, rates.quote, rates.type
  ) other
  where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (new_base, new_quote, new_type, other.date);
end $$;
