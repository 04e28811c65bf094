-- Adds the new observed rows that were accepted to the habits of their series and source. Uses the temporary tables observed, rare, observed_tables and
-- staged_rates.
create or replace function learn_habits(source_code text)
returns void
language sql set enable_nestloop = off
as $$
  insert into habits (source, subject, feature, counts)
  with added as materialized (
    select observed.*
    from observed
    join staged_rates using (base, quote, type, date)
    where is_judged and is_new and reason is null
  ), of_series as materialized (
    select base || '/' || quote || ' ' || type as subject, feature, bin, count(*) as times
    from added
    cross join lateral (values ('move', move), ('excess', excess), ('digits', digits), ('spread', spread)) it (feature, bin)
    where bin is not null and (feature not in ('move', 'excess') or day_before < date)
    group by base, quote, type, feature, bin
    union all
    select type, 'shift', bin, count(*)
    from (select distinct date, type, shift as bin from added where shift is not null and day_before < date) it
    group by type, bin
  ), outside as materialized (
    select feature, beyond as bin, count(*) as times
    from rare
    left join added using (base, quote, type, date)
    where beyond > 0 and (is_judged or rare.base = '' and exists (select from added it where (it.type, it.date) = (rare.type, rare.date)))
    group by feature, beyond
  ), of_source as (
    select feature, bin, times from outside
    union all
    select feature, 0, sum(times)
    from (
      select feature, times from of_series
      union all
      select it.* from (select count(*), count(level) from added) all_of (rates, levels) cross join lateral (values ('twin', rates), ('arrival', rates), ('level', levels)) it
      union all
      select feature, -times from outside
    ) it
    group by feature
    union all
    select feature, bin, count(*)
    from observed_tables
    cross join lateral (values ('copy', copy), ('weekday', weekday), ('place', place), ('odd', odd), ('still', still)) it (feature, bin)
    where bin is not null and date in (select date from added)
    group by feature, bin
  )
  select source_code, subject, feature, array(
    select coalesce(sum(it.times), 0)::integer
    from generate_series(0, last_bin()) place
    left join unnest(array_agg(bin), array_agg(times)) it (bin, times) on least(it.bin, last_bin()) = place
    group by place
    order by place)
  from (select * from of_series union all select '', feature, bin, times::bigint from of_source) it
  group by subject, feature
  having sum(times) > 0
  on conflict (source, subject, feature) do update
  set counts = array(select one + other from unnest(habits.counts, excluded.counts) with ordinality it (one, other, place) order by place)
$$;
