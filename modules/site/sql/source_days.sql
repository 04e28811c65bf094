-- The last ninety days of every active source, up to yesterday: `days` has a letter for each day, and the other columns count the letters.
-- Days are expected only for a daily source, or a weekly one with several days in a document (see rhythms).
-- * `t`: the source has a table of that day.
-- * `p`: a table was expected and a successful run requested it after the usual lag, so the publisher had none. Holidays are among
-- these days.
-- * `u`: a table was expected and no run succeeded, so this service missed it.
-- * `-`: no table is expected, or it may still arrive.
create or replace function source_days(today date)
returns table (code text, days text, had integer, without integer, unasked integer)
language sql stable
as $$
  with rhythm as (
    select code, week, lag, first_date, ended,
      (cadence = 'daily' or cadence = 'weekly' and week[7] > 1 and week[7] < 7) as is_counted
    from rhythms()
    join sources using (code)
    cross join lateral (select min(date) as first_date from tables where source = code) first
  ), requested as ( -- the dates whose table should have arrived before a successful run
    select source, range_agg(daterange(coalesce(window_from, '-infinity'), day, '[]')) as dates
    from runs
    join rhythm on code = source
    cross join lateral (select least(coalesce(window_to, started_at::date), started_at::date - 1 - lag) as day) arrived
    where status = 'ok' and kind not in ('reparse', 'mirror') and started_at > today - 120 and day >= coalesce(window_from, '-infinity')
    group by source
  ), lettered as (
    select code, day, case
      when tables.date is not null then 't'
      when not is_counted or day < first_date or day > today - 1 - lag or ended <= day then '-'
      when week[isodow] = coalesce(week[isodow - 1], 0) then '-'
      when requested.dates @> day then 'p'
      else 'u'
    end as letter
    from rhythm
    cross join lateral (select day::date as day, extract(isodow from day)::integer as isodow
      from generate_series(today - 90, today - 1, interval '1 day') day) last_days
    left join tables on source = code and tables.date = day
    left join requested on requested.source = code
  )
  select code, string_agg(letter, '' order by day), (count(*) filter (where letter = 't'))::integer,
    (count(*) filter (where letter = 'p'))::integer,
    (count(*) filter (where letter = 'u'))::integer
  from lettered
  group by code
$$;
