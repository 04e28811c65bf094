-- The features of the observed rows that are rarer than the root of the bound (see rarest), each with its rarity. `beyond` is how many bins a row is
-- outside of the range that is usual for its series (see habit_ranges), where the last digit of a value may always move. The rarity is the share of
-- the stored observations that were as far on that side, mixed with 50 imagined ones of which as many are as among all series of all sources (see
-- usual_tail). The
-- distance from what the other banks imply (see expected_rates) is measured by three times its spread, as often as of moves. Uses the temporary table observed.
create or replace function rare_features(source_code text)
returns table (base text, quote text, type text, date date, feature text, bin integer, low integer, high integer, beyond integer, rarity float8, known bigint)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
  with ranges as materialized (
    select * from habit_ranges(source_code)
  ), pivoted as materialized (
    select base, quote, type, max(high) filter (where feature = 'move') as move_high, max(high) filter (where feature = 'excess') as excess_high,
      min(low) filter (where feature = 'digits') as digits_low, max(high) filter (where feature = 'digits') as digits_high,
      min(low) filter (where feature = 'spread') as spread_low, max(high) filter (where feature = 'spread') as spread_high
    from ranges
    group by base, quote, type
  ), outside as materialized (
    select base, quote, type, date, it.*
    from observed
    join pivoted using (base, quote, type)
    cross join lateral (values
      ('move', move, move - greatest(move_high, rounding), is_judged),
      ('excess', excess, excess - greatest(excess_high, rounding), is_judged),
      ('digits', digits, greatest(digits - digits_high, digits_low - digits), is_judged),
      ('spread', spread, greatest(spread - spread_high, spread_low - spread), true)
    ) it (feature, bin, beyond, counts)
    where beyond > 0 and counts
    union all
    select base, quote, type, date, it.*
    from observed
    cross join lateral (values ('twin', twin, twin, twin > 0), ('arrival', 1, 1, is_arrival)) it (feature, bin, beyond, counts)
    where is_judged and counts
    union all
    select base, quote, type, date, 'level', size_bin(distance_off), size_bin(distance_off) - greatest(size_bin(3 * implied.spread), rounding), true
    from expected_rates(source_code) implied
    join observed using (base, quote, type, date)
    cross join lateral (select abs(ln(value::float8 / expected)) as distance_off) it
    where is_judged and days >= 2 and size_bin(distance_off) > greatest(size_bin(3 * implied.spread), rounding)
  )
  select base, quote, type, date, feature, bin, low, high, beyond, rarity, all_own.known
  from outside
  left join ranges using (base, quote, type, feature)
  left join (select feature, counts from habits where source = source_code and subject = '') of_source using (feature)
  cross join lateral (
    select coalesce(sum(times), 0) as as_far
    from unnest(case when of_source.counts is not null then of_source.counts[bin + 1:] when bin > high then stored[bin + 1:] else stored[:bin + 1] end) times
  ) own
  cross join lateral (select coalesce(ranges.known, (select sum(times) from unnest(of_source.counts) times), 0)::bigint as known) all_own
  cross join lateral (select (as_far + 50 * usual_tail(feature, beyond)) / (all_own.known + 50) as rarity) it
  where rarity < sqrt(rarest());
end $$;
