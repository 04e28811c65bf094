-- Measures how odd each new table is, and how still: by how many powers of ten it is rarer than by chance that so many of its pairs are odd, or have not
-- moved.
-- * A pair is odd if its move beside the table, or its level, is rarer than the root of the bound, and it is not near the level that the other banks imply,
--   nor kept by the value after it.
-- * A pair is still if it has not moved where the other banks have, as far as they are known. How often it does not move is learnt; of each, fifteen
--   observations are imagined, in half a one of which it did not.
-- Uses the temporary tables observed, observed_tables, rare and usual.
create or replace function find_odd_tables(source_code text)
returns void
language plpgsql set enable_nestloop = off
as $$
#variable_conflict use_column
begin
  update observed_tables
  set odd = least(63, greatest(0, floor(-log(rarest()) / 2 * it.doubted - chances(it.pairs, it.doubted))))::integer, doubted = it.doubted, pairs = it.pairs,
    still = least(63, greatest(0, floor(weight - chances(it.moves, it.equal_pairs))))::integer, equal_pairs = it.equal_pairs, day_before = it.day_before
  from (
    select date, max(day_before) as day_before, count(*) as pairs, count(*) filter (where is_odd) as doubted, count(is_still) as moves, count(*) filter (where is_still) as equal_pairs,
      sum(weight) filter (where is_still) as weight
    from (
      select date, base, quote, max(day_before) as day_before,
        bool_or(odd.base is not null and (is_alone or common is null) and (expected is null or abs(ln(value::float8 / expected)) > abs(step) / 2)
          and (after is null or abs(ln(after::float8 / before::float8)) < abs(step) / 2)) as is_odd,
        bool_and(case when step <> 0 then false when step = 0 and (expected is null or abs(ln(value::float8 / expected)) > tolerance) then true end) as is_still,
        min(-log((0.5 + coalesce(times[1] * (bins[1] = 0)::integer, 0)) / (15 + coalesce(known, 0)))) as weight
      from observed
      left join (select * from usual where feature = 'move') usual using (base, quote, type)
      left join (
        select base, quote, type, date, bool_or(feature <> 'move') as is_alone from rare where rarity < sqrt(rarest()) and feature in ('move', 'excess', 'level') group by base, quote, type, date
      ) odd using (base, quote, type, date)
      where is_judged
      group by date, base, quote
    ) it
    group by date
  ) it
  where observed_tables.date = it.date;
end $$;
