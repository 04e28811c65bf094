-- When each active source with a table, or one, publishes, as known at an instant and by its own past:
-- * `next_date`, `next_at`: the next expected table, and when it usually arrives; null for a closed series. `coming` has the next `most`.
-- * `missed`: the expected tables of the last ninety days that have not come, after the end of the last day on which such a table came in
--   19 of 20 cases; null while fewer than five tables are known to have come on time or late
-- * `late_90` and `late_365`: the minutes by which the tables dated in the last 90 and 365 days arrived after their usual day, at the time
--   that the publisher states, or their usual time: the median and the worst, and the number of these tables. Negative if it came earlier.
--   A table counts if it is dated after the source's first arrival, so that tables of a first load do not count.
-- `clock` is the time of day of `next_at` in the source's time zone.
create or replace function publication_calendar(now timestamptz, source_code text default null, most integer default 1)
returns table (code text, name text, cadence text, timezone text, latest_date date, next_date date, next_at text, clock text,
  coming json, missed json, late_90_median integer, late_90_worst integer, late_90_tables integer, late_365_median integer,
  late_365_worst integer, late_365_tables integer)
language sql stable
as $$
  with listed as materialized (
    select code, name, cadence, timezone, schedule, publishes, ended, latest_date, now at time zone timezone as here,
      case when cadence in ('daily', 'weekly') then 366 else 800 end as past_days,
      (select added_at
       from tables
       where source = code and date > latest_date - 800 and added_at is not null
       order by date
       limit 1) as since
    from sources
    join coverage on source = code
    where active and kind <> 'composite' and (source_code is null or code = source_code)
  ), arrived as materialized (
    select code, date, extract(isodow from date)::integer as weekday, arrival, arrival::date - date as days,
      date > latest_date - case when cadence in ('daily', 'weekly') then 90 else 800 end as is_recent
    from listed
    cross join lateral (
      select date, added_at at time zone timezone as arrival
      from tables
      where source = code and date > latest_date - past_days and date >= (since at time zone timezone)::date and added_at is not null
      offset 0
    ) it
  ), usual as materialized ( -- by the weekday, and over all where it is null
    select code, weekday, percentile_disc(array[0.5, 0.95]) within group (order by days) as days,
      percentile_disc(0.5) within group (order by date_trunc('minute', arrival)::time) as clock, count(*) as arrivals
    from arrived
    where is_recent
    group by grouping sets ((code), (code, weekday))
  ), clocks as materialized (
    select listed.*, coalesce(publishes::time, case when arrivals >= 5 then usual.clock end, make_time(
      coalesce(substring(split_part(schedule, ' ', 2) from '^\d+'), '0')::integer,
      coalesce(substring(schedule from '^\d+'), '0')::integer, 0)) as at,
      case when arrivals >= 5 then usual.days else array[0, 1] end as days, coalesce(arrivals >= 5, false) as is_known
    from listed
    left join usual on usual.code = listed.code and weekday is null
  ), lateness as (
    select clocks.code,
      percentile_disc(0.5) within group (order by late) filter (where date > here::date - 90) as median_90,
      max(late) filter (where date > here::date - 90) as worst_90,
      (count(*) filter (where date > here::date - 90))::integer as tables_90,
      percentile_disc(0.5) within group (order by late) as median_365, max(late) as worst_365, count(*)::integer as tables_365
    from arrived
    join clocks on clocks.code = arrived.code
    left join usual on usual.code = arrived.code and usual.weekday = arrived.weekday and is_known
    cross join lateral (
      select (date_part('epoch', arrival - (date + (coalesce(usual.days, clocks.days))[1] + at)) / 60)::integer as late) it
    where date > here::date - 365 and is_known
    group by clocks.code
  ), due as materialized (
    select clocks.code, date, clocks.latest_date, clocks.timezone, at, coalesce(own.days, clocks.days) as days,
      date + (coalesce(own.days, clocks.days))[2] < here::date as is_past
    from (select (now at time zone 'UTC')::date as today) day
    cross join lateral expected_dates(today - 90, today + case most when 1 then 21 else 31 end, source_code) it
    join clocks on clocks.code = it.code
    left join usual own on own.code = it.code and own.weekday = extract(isodow from date) and is_known
  )
  select clocks.code, clocks.name, clocks.cadence, clocks.timezone, clocks.latest_date, next_date, coming -> 0 ->> 'at',
    to_char(at, 'HH24:MI'), coalesce(coming, '[]'), case when is_known or ended is not null then coalesce(missed, '[]') end,
    median_90, worst_90, coalesce(tables_90, 0), median_365, worst_365, coalesce(tables_365, 0)
  from clocks
  left join (
    select code, min(date) as next_date,
      json_agg(json_build_object('date', date, 'at', utc_text((date + days[1] + at) at time zone timezone)) order by date) as coming
    from (select *, row_number() over (partition by code order by date) as place from due where not is_past and date > latest_date) it
    where place <= most
    group by code
  ) next on next.code = clocks.code
  left join (select code, json_agg(date order by date) as missed from due where is_past group by code) gaps on gaps.code = clocks.code
  left join lateness on lateness.code = clocks.code
  order by clocks.code
$$;
