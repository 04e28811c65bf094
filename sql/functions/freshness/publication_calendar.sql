-- When each list of the active sources with a table, or of some, publishes (see publication_lists), as known at an instant:
-- * `next_date`, `next_at`: the next expected table, and when it is expected; null for a closed series. `coming` has the next `most`.
-- * `missed`: the expected tables of the last ninety days that have not come, after the end of the last day on which such a table came in
--   19 of 20 cases; null while the arrivals of fewer than five tables are known, unless the series is closed
-- * `missed_since`: the number of expected tables after the newest that have not come, also while no arrivals are known
-- * `late_90` and `late_365`: the minutes by which the tables dated in the last 90 and 365 days arrived after their usual day, at the time
--   that the publisher states, or their usual time: the median and the worst, and the number of these tables. Negative if it came earlier.
--   A table counts if it is dated on or after the day of the source's first known arrival, so that tables of a first load do not count.
-- `clock` is the time of day of `next_at` in the source's time zone. `series` is null if the source has one list.
create or replace function publication_calendar(now timestamptz, codes text[] default null, most integer default 1)
returns table (code text, name text, cadence text, series integer, timezone text, latest_date date, next_date date, next_at text,
  clock text, coming json, missed json, missed_since integer, late_90_median integer, late_90_worst integer, late_90_tables integer,
  late_365_median integer, late_365_worst integer, late_365_tables integer)
language sql stable
as $$
  with listed as materialized (
    select row_number() over () as id, lists.*, sources.name, timezone, schedule, publishes, ended,
      (now at time zone timezone)::date as today, (
        select added_at at time zone timezone
        from tables
        where source = code and date > latest_date - 366 and added_at is not null
        order by source, date
        limit 1)::date as since
    from (select (now at time zone 'UTC')::date as today) day
    cross join lateral expected_dates(today - 90, today + case most when 1 then 14 else 31 end, codes) lists
    join sources using (code)
  ), usual as materialized ( -- by the weekday, and over all where it is null
    select id, weekday, percentile_disc(array[0.5, 0.95]) within group (order by arrival::date - date) as days,
      percentile_disc(0.5) within group (order by date_trunc('minute', arrival)::time) as clock, count(*) as tables
    from (
      select id, (date - '0001-01-01') % 7 as weekday, date, added_at at time zone timezone as arrival
      from listed
      cross join unnest(dates, arrivals) own (date, added_at)
      where date >= since and added_at is not null and (months is not null or date > latest_date - 90)
      offset 0
    ) it
    group by grouping sets ((id), (id, weekday))
  ), clocks as materialized (
    select listed.*, coalesce(publishes::time, case when is_known then clock end, make_time(
        coalesce(substring(split_part(schedule, ' ', 2) from '^\d+'), '0')::integer,
        coalesce(substring(schedule from '^\d+'), '0')::integer, 0)) as at,
      case when is_known then days else array[0, 1] end as days, is_known
    from listed
    left join usual on usual.id = listed.id and weekday is null
    cross join lateral (select coalesce(tables >= 5, false) as is_known) it
  ), usually as materialized (
    select clocks.id, own.weekday, coalesce(usual.days, clocks.days) as days
    from clocks
    cross join generate_series(0, 6) own (weekday)
    left join usual on usual.id = clocks.id and usual.weekday = own.weekday and is_known
  ), lateness as (
    select id, own.*
    from clocks
    join (
      select id, array_agg(days[1] order by weekday) as days
      from usually
      group by id
    ) by_weekday using (id)
    cross join lateral (
      select percentile_disc(0.5) within group (order by late) filter (where date > today - 90) as median_90,
        max(late) filter (where date > today - 90) as worst_90, (count(late) filter (where date > today - 90))::integer as tables_90,
        percentile_disc(0.5) within group (order by late) as median_365, max(late) as worst_365, count(late)::integer as tables_365
      from (
        select date, (date_part('epoch', (added_at at time zone timezone) -
          (date + by_weekday.days[(date - '0001-01-01') % 7 + 1] + at)) / 60)::integer as late
        from list_dates(code, base, quote, type, greatest(since, today - 364), latest_date)
        offset 0
      ) it
    ) own
    where is_known
  ), due as materialized (
    select clocks.id, date, clocks.latest_date, clocks.timezone, at, usually.days, date + usually.days[2] < today as is_past
    from clocks
    cross join unnest(expected) date
    join usually on usually.id = clocks.id and weekday = (date - '0001-01-01') % 7
  )
  select code, name, cadence, series, timezone, latest_date, next_date, coming -> 0 ->> 'at',
    to_char(at, 'HH24:MI'), coalesce(coming, '[]'), case when is_known or ended is not null then coalesce(missed, '[]') end,
    coalesce(missed_since, 0), median_90, worst_90, coalesce(tables_90, 0), median_365, worst_365, coalesce(tables_365, 0)
  from clocks
  left join (
    select id, min(date) as next_date,
      json_agg(json_build_object('date', date, 'at', utc_text((date + days[1] + at) at time zone timezone)) order by date) as coming
    from (
      select *, row_number() over (partition by id order by date) as place
      from due
      where not is_past and date > latest_date
    ) it
    where place <= most
    group by id
  ) next using (id)
  left join (
    select id, json_agg(date order by date) as missed, (count(*) filter (where date > latest_date))::integer as missed_since
    from due
    where is_past
    group by id
  ) gaps using (id)
  left join lateness using (id)
  order by code, array_position(array['daily', 'weekly', 'monthly'], cadence)
$$;
