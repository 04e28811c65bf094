-- Measures for each new table how unlikely the numbers of its odd and of its still pairs are, as a power of ten.
-- * A pair is odd if its move beside the table, or its level, is rarer than joint_rarity_threshold, its value is not near the level that the other banks
--   imply, and the next value does not confirm it.
-- * A pair is still if it has not moved and, as far as known, the other banks have. The share of moves of zero is learnt, with prior observations.
-- Uses the temporary tables observed, observed_tables, rare and usual.
create or replace function find_odd_tables(source_code text)
returns void
language plpgsql set enable_nestloop = off
as $$
#variable_conflict use_column
declare
  prior_still constant numeric := 0.5;
  prior_moves constant integer := 15;
  joint_threshold constant float8 := joint_rarity_threshold();
  last constant integer := last_bin();
begin
  update observed_tables
  set odd = least(last, greatest(0, floor(-log(joint_threshold) * it.doubted - log10_combinations(it.pairs, it.doubted))))::integer, doubted = it.doubted, pairs = it.pairs,
    still = least(last, greatest(0, floor(weight - log10_combinations(it.moves, it.equal_pairs))))::integer, equal_pairs = it.equal_pairs, day_before = it.day_before
  from (
    select date, max(day_before) as day_before, count(*) as pairs, count(*) filter (where is_odd) as doubted,
      count(is_still) as moves, count(*) filter (where is_still) as equal_pairs,
      sum(weight) filter (where is_still) as weight
    from (
      select date, base, quote, max(day_before) as day_before,
        bool_or(odd.base is not null and (is_alone or common is null) and (expected is null or abs(ln(value::float8 / expected)) > abs(step) / 2)
          and (after is null or abs(ln(after::float8 / before::float8)) < abs(step) / 2)) as is_odd,
        bool_and(case when step <> 0 then false when step = 0 and (expected is null or abs(ln(value::float8 / expected)) > tolerance) then true end) as is_still,
        min(-log((prior_still + coalesce(times[1] * (bins[1] = 0)::integer, 0)) / (prior_moves + coalesce(known, 0)))) as weight
      from observed
      left join (select * from usual where feature = 'move') usual using (base, quote, type)
      left join (
        select base, quote, type, date, bool_or(feature <> 'move') as is_alone
        from rare
        where rarity < joint_threshold and feature in ('move', 'excess', 'level')
        group by base, quote, type, date
      ) odd using (base, quote, type, date)
      where is_judged
      group by date, base, quote
    ) it
    group by date
  ) it
  where observed_tables.date = it.date;
end $$;
