-- The features of the observed rows that are rarer than the root of the bound (see rarest), each with its rarity: the share of the stored observations of
-- its series that were as far outside of the usual range on that side. As long as there are few, 50 imagined ones count too, of which as many are so far
-- outside as in all series of the source, and of those in turn 50 are imagined that are as among all sources (see usual_tail). `known` is how many are
-- stored of the series, or of the source where all series count together. Uses the temporary table observed.
create or replace function rare_features(source_code text)
returns table (base text, quote text, type text, date date, feature text, bin integer, low integer, high integer, rarity float8, known bigint)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
  with outside as materialized (
    select base, quote, type, date, it.*
    from observed
    cross join lateral (values
      ('move', move, move_beyond), ('excess', excess, excess_beyond), ('digits', digits, digits_beyond), ('spread', spread, spread_beyond), ('twin', twin, twin),
      ('arrival', arrival, case when place = 1 and exists (select from coverage where source = source_code) then arrival end)
    ) it (feature, bin, beyond)
    where beyond > 0 and (is_judged or feature = 'spread')
  ), pooled as materialized (
    select feature, beyond, (coalesce((select sum(times) from unnest(counts[beyond + 1:]) times), 0) + 50 * usual_tail(feature, beyond))
      / (coalesce((select sum(times) from unnest(counts) times), 0) + 50) as share, coalesce((select sum(times) from unnest(counts) times), 0) as known
    from (select distinct feature, beyond from outside) it
    left join (select feature, counts from habits where source = source_code and subject = '') of_source using (feature)
  ), ranges as materialized (
    select * from habit_ranges(source_code) where exists (select from outside)
  )
  select base, quote, type, date, feature, bin, low, high, rarity, coalesce(ranges.known, pooled.known)::bigint
  from outside
  join pooled using (feature, beyond)
  left join ranges using (base, quote, type, feature)
  cross join lateral (select coalesce(sum(times), 0) as as_far from unnest(case when bin > high then stored[bin + 1:] else stored[:bin + 1] end) times) own
  cross join lateral (select case when ranges.known is null then share else (as_far + 50 * share) / (ranges.known + 50) end as rarity) it
  where rarity < sqrt(rarest());
end $$;
