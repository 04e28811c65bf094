-- The last day after a source's newest table, and on or before `until`, on which it should have a table; null if there is none. A daily
-- source, and a weekly one with several days in a document, publishes on its weekdays; any other one a period after the newest table.
create or replace function expected_table(newest date, until date, cadence text, weekdays integer[])
returns date
language sql immutable parallel safe
as $$
  select case
    when until <= newest then null
    when cadence = 'daily' or cadence = 'weekly' and cardinality(weekdays) > 1 then (
      select max(day)
      from (select least(until, newest + 4000) - behind as day from generate_series(0, 6) behind) last_week
      where day > newest and extract(isodow from day)::integer - 1 = any(weekdays)
    )
    when least(until, newest + 4000) - newest >= rhythm.period then newest + rhythm.period
  end
  from (select case cadence when 'weekly' then 7 when 'monthly' then 31 when 'quarterly' then 92 else 366 end as period) rhythm
$$;
