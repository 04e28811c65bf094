-- What is usual for each series with observed rows: per feature the range of bins that leaves out five percent on either side, and one observation at
-- least. It is that of what is stored, or of the rows observed now where they are more, and, for as much as five observations, of all series of the
-- source. `stored` is what is stored alone, and `known` how much that is. Uses the temporary table observed.
create or replace function habit_ranges(source_code text)
returns table (base text, quote text, type text, feature text, low integer, high integer, stored integer[], known bigint)
language sql stable
as $$
  with tally as materialized (
    select base, quote, type, feature, bin, count(*) as times
    from observed
    cross join lateral (values ('move', move), ('excess', excess), ('digits', digits), ('spread', spread)) it (feature, bin)
    where bin is not null and is_judged and is_new
    group by base, quote, type, feature, bin
  ), own as materialized (
    select distinct base, quote, type, it.feature, counts
    from observed
    cross join lateral unnest(array['move', 'excess', 'digits', 'spread']) it (feature)
    left join habits on source = source_code and subject = base || '/' || quote || ' ' || type and habits.feature = it.feature
  ), totals as materialized (
    select own.*, coalesce((select sum(times) from unnest(counts) times), 0) as known from own  ), counted as materialized (
    select base, quote, type, feature, bin - 1 as bin, times::float8 from own cross join lateral unnest(counts) with ordinality it (times, bin) where times > 0
    union all
    select tally.base, tally.quote, tally.type, tally.feature, bin, times
    from tally
    join (select base, quote, type, feature, sum(times) as observed from tally group by base, quote, type, feature) it using (base, quote, type, feature)
    join totals using (base, quote, type, feature)
    where observed > known
  ), pooled as materialized (
    select feature, type, bin, sum(times) as times, sum(sum(times)) over (partition by feature, type) as of_all
    from counted
    group by feature, type, bin
  ), summed as (
    select base, quote, type, feature, bin, sum(times) as times
    from (
      select * from counted
      union all
      select own.base, own.quote, own.type, own.feature, bin, 5 * pooled.times / of_all from own join pooled using (feature, type)
    ) it
    group by base, quote, type, feature, bin
  ), ranked as (
    select *, sum(times) over (partition by base, quote, type, feature order by bin) as up_to, sum(times) over (partition by base, quote, type, feature) as of_all from summed
  ), ranges as (
    select base, quote, type, feature, min(bin) filter (where up_to > margin) as low, min(bin) filter (where up_to >= of_all - margin) as high
    from ranked
    cross join lateral (select greatest(1, 0.05 * of_all) as margin) it
    group by base, quote, type, feature
  )
  select base, quote, type, feature, low, high, counts, known
  from totals
  join ranges using (base, quote, type, feature)
$$;
