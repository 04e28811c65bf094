-- The earlier days that resemble a day, by each rule that holidays follow. The day counts as a holiday of a source that had no table on the
-- newest `needed` of them (see expected_dates). The rules:
-- * the same date in the five years before
-- * the same date on the same weekday, because some holidays move if they fall on a weekend
-- * the same distance from Easter, Western or Orthodox, in the years in which they differ
-- * the same day of the Islamic year, whose mean length is 10631 / 30 days
-- * the same day of the lunar month in the same season, for East Asian, Hindu and Jewish holidays
-- * the same weekday of the month, counted from its start or its end
-- The holidays of Easter are not taken for those of another rule.
create or replace function days_alike(day date)
returns table (rule text, needed integer, alike date)
language sql immutable parallel safe
as $$
  select rule, needed, alike
  from (
    select 'date', 2, (day - make_interval(years => n))::date
    from generate_series(1, 5) n
    union all
    select 'weekday of date', 2, alike
    from generate_series(5, 17) n
    cross join lateral (select (day - make_interval(years => n))::date as alike) it
    where extract(isodow from alike) = extract(isodow from day)
    union all
    select case when is_orthodox then 'orthodox easter' else 'easter' end, 2, easter(year - n, is_orthodox) + from_easter
    from (select extract(year from day)::integer as year offset 0) it
    cross join (values (true), (false)) own (is_orthodox)
    cross join lateral (select day - easter(year, is_orthodox) as from_easter offset 0) place
    cross join generate_series(1, 5) n
    where from_easter between -63 and 63 and easter(year - n, true) <> easter(year - n, false)
    union all
    select 'islamic', 2, day - round(n * 10631 / 30.0)::integer
    from generate_series(1, 4) n
    union all
    select 'lunar', 3, alike
    from (select day - date '2000-01-07' as place) it -- days since a new moon
    cross join lateral (select 29.530588 * floor((place + 0.5) / 29.530588) as begin) moon
    cross join lateral (select ceil((begin - 14) / 30.436875) as season) sun -- the first middle of a solar month after the new moon
    cross join generate_series(1, 4) n
    cross join lateral (select 29.530588 * floor((14 + 30.436875 * (season - 12 * n)) / 29.530588) as other_begin) other
    cross join lateral (select day - round(begin - other_begin)::integer as alike) own
    where 14 + 30.436875 * season < begin + 29.530588
    union all
    select 'weekday of month', 3, alike
    from generate_series(1, 6) n
    cross join lateral (select date_trunc('month', day - make_interval(years => n))::date as month) it
    cross join lateral (
      select month + (extract(isodow from day)::integer - extract(isodow from month)::integer + 7) % 7
        + 7 * ((extract(day from day)::integer - 1) / 7) as alike) own
    where date_trunc('month', alike::timestamp) = month
    union all
    select 'last weekday of month', 3, last - (extract(isodow from last)::integer - extract(isodow from day)::integer + 7) % 7
    from generate_series(1, 6) n
    cross join lateral (
      select (date_trunc('month', day - make_interval(years => n)) + interval '1 month - 1 day')::date as last) it
    where extract(month from day + 7) <> extract(month from day)
  ) it (rule, needed, alike)
  cross join lateral (select extract(year from alike)::integer as year offset 0) own -- once for each day
  where rule in ('easter', 'orthodox easter') or alike - easter(year, false) not in (-2, 1) and alike - easter(year, true) not in (-2, 1)
$$;
