-- Adds the observed new rows that were let in to what is usual for their series, and for their source. Uses the temporary tables observed,
-- observed_tables and staged_rates.
create or replace function learn_habits(source_code text)
returns void
language sql
as $$
  insert into habits (source, subject, feature, counts)
  with added as materialized (
    select observed.*
    from observed
    join staged_rates using (base, quote, type, date)
    where is_judged and is_new and reason is null
  ), counted as (
    select base || '/' || quote || ' ' || type as subject, feature, bin, count(*) as times
    from added
    cross join lateral (values ('move', move), ('excess', excess), ('digits', digits), ('spread', spread)) it (feature, bin)
    where bin is not null
    group by base, quote, type, feature, bin
    union all
    select '', feature, bin, count(*)
    from added
    cross join lateral (values ('move', move_beyond), ('excess', excess_beyond), ('digits', digits_beyond), ('spread', spread_beyond), ('twin', twin), ('arrival', arrival)) it (feature, bin)
    where bin is not null
    group by feature, bin
    union all
    select '', feature, bin, count(*)
    from observed_tables
    cross join lateral (values ('copy', copy), ('weekday', weekday), ('place', place)) it (feature, bin)
    where bin is not null and date in (select date from added)
    group by feature, bin
  )
  select source_code, subject, feature, array(
    select coalesce(sum(it.times), 0)::integer
    from generate_series(0, 63) place
    left join unnest(array_agg(bin), array_agg(times)) it (bin, times) on it.bin = place
    group by place
    order by place)
  from counted
  group by subject, feature
  on conflict (source, subject, feature) do update
  set counts = array(select one + other from unnest(habits.counts, excluded.counts) with ordinality it (one, other, place) order by place)
$$;
