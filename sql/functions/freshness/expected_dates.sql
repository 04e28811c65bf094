-- The dates in a window for which a source, or each active one, should have a table, judging by its past, but has none.
-- * daily and weekly: the weekdays of its rhythm (see rhythms) without holidays; without such a weekday, each seventh day after its newest
--   table. A day is a holiday if the source had no table on the last days that resemble it (see days_alike), as far as they fall on its
--   weekdays and between its first and its newest table.
-- * others: in each month of its cadence the place in the month (see month_places) that most of its newest tables have. The window is
--   longer by a period.
create or replace function expected_dates(from_date date, to_date date, source_code text default null)
returns table (code text, date date)
language sql stable
as $$
  with listed as materialized (
    select sources.code, cadence, week, coverage.latest_date, first_date, months, place
    from sources
    join coverage on source = sources.code
    join rhythms(source_code) it on it.code = sources.code
    cross join lateral (select min(date) as first_date from tables where source = sources.code) first
    cross join lateral (select case cadence when 'monthly' then 1 when 'quarterly' then 3 when 'yearly' then 12 end as months) own
    left join lateral (
      select place
      from (select date from tables where source = sources.code and months is not null order by date desc limit 12) newest
      cross join unnest(month_places(date)) with ordinality own (place, preference)
      group by place
      order by count(*) desc, min(preference)
      limit 1
    ) placed on true
    where active and ended is null and (source_code is null or sources.code = source_code)
  ), days as materialized (
    select day::date as day, extract(year from day)::integer * 12 + extract(month from day)::integer as month,
      case when exists (select from listed where months is not null) then month_places(day::date) end as places
    from generate_series(from_date, to_date + 31 * (select coalesce(max(months), 0) from listed), interval '1 day') day
  ), candidates as materialized (
    select row_number() over () as id, code, day, week, latest_date, first_date, months,
      dense_rank() over (order by week, latest_date, day) as pattern -- one key, or their join is planned as a nested loop
    from (
      select code, day, week, latest_date, first_date, months
      from listed
      join days on day >= first_date and case
          when months is not null then place = any(places) and day <= to_date + 31 * months
            and (month - extract(year from latest_date)::integer * 12 - extract(month from latest_date)::integer) % months = 0
          when day > to_date then false
          when cadence = 'weekly' and week[7] = 7 then (day - latest_date) % 7 = 0
          else is_weekday(week, day)
        end
      offset 0
    ) it
    where (select true from tables where source = code and date = day) is null -- looked up one by one
  ), resembling as materialized (
    select day, rule, needed, alike
    from (select distinct day from candidates where months is null) it
    cross join lateral days_alike(day)
  ), alike as materialized ( -- the newest of these days by each rule, as many as it needs
    select pattern, array_agg(alike order by alike desc) as days, min(alike) as oldest
    from (
      select pattern, rule, needed, alike, row_number() over (partition by pattern, rule order by alike desc) as place
      from (select distinct pattern, week, latest_date, day from candidates where months is null) it
      join resembling using (day)
      where alike <= latest_date and is_weekday(week, alike)
    ) own
    where place <= needed
    group by pattern, rule, needed
    having count(*) = needed
  ), holidays as materialized (
    select distinct id
    from candidates
    join alike using (pattern)
    where oldest >= first_date
      and (select true from tables where source = code and date = days[1]) is null
      and (select true from tables where source = code and date = days[2]) is null
      and (select true from tables where source = code and date = days[3]) is null
  )
  select code, day
  from candidates
  where not exists (select from holidays where holidays.id = candidates.id)
$$;
