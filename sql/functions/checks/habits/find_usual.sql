-- Writes the usual range of each feature of each observed series into the temporary table usual: the bins without tail_share of the observations on either
-- side, and without at least one. If the document has more observations than are stored, these count instead (`is_now`). `bins` and `times` are the
-- observations of the series, and `known` is their number. The common moves of the tables of a type are a series without a pair.
-- All series of the document together count as five further observations; among them each series has the prior_bins five times. Uses the temporary table
-- observed.
create or replace function find_usual(source_code text)
returns void
language plpgsql set enable_nestloop = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  pooled_weight constant float8 := 5;
  prior_times constant integer := 5;
begin
  delete from usual;
  insert into usual
  with now as materialized (
    select base, quote, type, feature, bin, count(*) as times, sum(count(*)) over (partition by base, quote, type, feature) as observed
    from (
      select base, quote, type, feature, bin
      from observed
      cross join lateral (values ('move', move), ('excess', excess), ('digits', digits), ('spread', spread)) it (feature, bin)
      where is_judged and is_new and (feature not in ('move', 'excess') or day_before < date)
      union all
      select '', '', type, 'shift', bin from (select distinct date, type, shift as bin from observed where is_judged and is_new and day_before < date) it
    ) it
    where bin is not null
    group by base, quote, type, feature, bin
  ), own as materialized (
    select base, quote, type, feature, counts, coalesce((select sum(times) from unnest(counts) times), 0) as known
    from (
      select base, quote, type, base || '/' || quote || ' ' || type as subject, it.feature
      from (select distinct base, quote, type from observed) named
      cross join unnest(array['move', 'excess', 'digits', 'spread']) it (feature)
      union all
      select distinct '', '', type, type, 'shift' from observed
    ) it
    left join (select * from habits where source = source_code) stored using (subject, feature)
  ), counted as materialized (
    select base, quote, type, feature, place::integer - 1 as bin, times, false as is_now
    from own
    cross join lateral unnest(counts) with ordinality it (times, place)
    left join (select distinct base, quote, type, feature, observed from now) observed_now using (base, quote, type, feature)
    where times > 0 and known >= coalesce(observed, 0)
    union all
    select base, quote, type, feature, bin, times, true from now join own using (base, quote, type, feature) where observed > known
  ), pooled as (
    select feature, type, bin, pooled_weight * sum(times) / sum(sum(times)) over (partition by feature, type) as share
    from (select feature, type, bin, times from counted union all select feature, type, unnest(prior_bins(feature)), prior_times * count(*) from own group by feature, type) it
    group by feature, type, bin
  ), ranked as (
    select *, sum(times + share) over (counted_feature order by bin) as up_to, sum(times + share) over counted_feature as of_all, bool_or(is_now) over counted_feature as of_now
    from (
      select base, quote, type, feature, bin, sum(times) as times, sum(share) as share, bool_or(is_now) as is_now
      from (select *, 0::float8 as share from counted union all select base, quote, type, feature, bin, 0, null, share from own join pooled using (feature, type)) it
      group by base, quote, type, feature, bin
    ) it
    window counted_feature as (partition by base, quote, type, feature)
  )
  select base, quote, type, feature, min(bin) filter (where up_to > margin), min(bin) filter (where up_to >= of_all - margin),
    array_agg(bin) filter (where times > 0), array_agg(times) filter (where times > 0), sum(times), coalesce(bool_or(is_now), false)
  from ranked
  cross join lateral ( -- an observation must not confirm itself; 1e-6 covers the rounding of a sum
    select greatest(case when of_now then 2 else 1 end, tail_share() * of_all) + 1e-6 as margin
  ) it
  group by base, quote, type, feature;
end $$;
