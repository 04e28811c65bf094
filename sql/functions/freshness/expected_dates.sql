-- Each list of the active sources, or of some (see publication_lists), with the dates in a window on which it should have a table, judging
-- by its past, but has none:
-- * daily and weekly: its weekdays without holidays; without such a weekday, each seventh day after its newest table. A day is a holiday if
--   the source states it. Of a source that states no such days, it is one if the list had no table on the last days that resemble it (see
--   days_alike), as far as they fall on its weekdays. These days must lie between its first and its newest table.
-- * others: in each month of its cadence the place in the month that most of its newest tables have,
--   if it has no table in that month. The window is longer by a period.
-- The window reaches at least two weeks beyond the newest table. A closed series has no such dates.
create or replace function expected_dates(from_date date, to_date date, codes text[] default null)
returns table (code text, cadence text, series integer, base text, quote text, type text, latest_date date, months integer,
  dates date[], arrivals timestamptz[], expected date[])
language sql stable
as $$
  with listed as materialized (
    select row_number() over () as id, lists.*, ended, closing_days,
      array(select closing_dates(closing_days, from_date, greatest(to_date, latest_date) + 14)) as closed
    from publication_lists(from_date, codes) lists
    join sources using (code)
  ), days as materialized (
    select day::date as day
    from generate_series(from_date, greatest(to_date, (select max(latest_date) from listed) + 14), interval '1 day') day
  ), places as materialized (
    select day::date as day, extract(year from day)::integer * 12 + extract(month from day)::integer as month, place
    from generate_series(from_date, to_date + 31 * (select max(months) from listed), interval '1 day') day
    cross join lateral month_places(day::date)
  ), candidates as materialized (
    select id, week, day, closing_days is null as is_learnt
    from listed
    join days on case when week[7] = 7 and cadence = 'weekly' then (day - latest_date) % 7 = 0 else is_weekday(week, day) end
    where day between first_date and greatest(to_date, latest_date + 14) and not (day = any(dates)) and ended is null
      and not day = any(closed)
  ), resembling as ( -- in arrays, because one look-up of all days of a list is much faster than one for each
    select id, array_agg(day) as days, array_agg(own[1]) as first, array_agg(own[2]) as second, array_agg(own[3]) as third
    from (select week, day, array_agg(id) as ids from candidates where is_learnt group by week, day) it
    join (
      select day, array_agg(rule) as rules, array_agg(needed) as needs, array_agg(alike) as days
      from days
      cross join lateral days_alike(day)
      group by day
    ) every using (day)
    cross join lateral (
      select needed, days[1:needed] as newest, days[2:needed + 1] as others, days[needed] as oldest
      from (
        select max(needed) as needed, array_agg(alike order by alike desc) as days
        from unnest(rules, needs, days) own (rule, needed, alike)
        where is_weekday(week, alike)
        group by rule
      ) by_rule
      where cardinality(days) >= needed
    ) alike
    cross join unnest(ids) id
    join listed using (id)
    cross join lateral (select case when newest[1] <= latest_date then newest else others end as own) by_list
    where own[needed] is not null and own[1] <= latest_date and oldest >= first_date
    group by id
  ), holidays as (
    select id, day
    from resembling
    join listed using (id)
    cross join lateral (
      select array(
        select date
        from tables
        where listed.base is null and source = code and date = any(first)
        union all
        select date
        from rates
        where listed.base is not null and source = code and rates.base = listed.base and rates.quote = listed.quote
          and rates.type = listed.type and date = any(first)
      ) as held
      offset 0
    ) dated
    cross join unnest(days, first, second, third) own (day, one, two, three)
    where one <> all(held) and not exists (select from list_dates(code, base, quote, type, two, two))
      and not exists (select from list_dates(code, base, quote, type, three, three))
  ), expected as (
    select id, day
    from candidates
    where not exists (select from holidays where holidays.id = candidates.id and holidays.day = candidates.day)
    union all
    select id, day
    from listed
    join places using (place)
    where day >= first_date and not (day = any(dates)) and ended is null and day <= to_date + 31 * months
      and (month - extract(year from latest_date)::integer * 12 - extract(month from latest_date)::integer) % months = 0
      and not exists (select from unnest(dates) date where date_trunc('month', date::timestamp) = date_trunc('month', day::timestamp))
  )
  select code, cadence, series, base, quote, type, latest_date, months, dates, arrivals, coalesce(days, '{}')
  from listed
  left join (select id, array_agg(day order by day) as days from expected group by id) own using (id)
$$;
