-- Finds the recent figures that the past of their series, or the other banks, make very unlikely, and sets their `reason` and `fault`:
-- * a move of several times the largest of the past, unless the next value keeps the level, the other banks have it or moved too, another
--   bank's value waits with the same move, or a value that waits is confirmed by this one;
-- * a level far from the one that the other banks or a peg imply, after the largest move of the past; not of foreign currencies with
--   several rates, and without a past not of a home currency with them;
-- * the first value of a series that replaces another one in its table, which has no more new series than it lost.
-- Uses the temporary tables staged_rates, recent and past.
create or replace function find_doubtful_rows(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  home constant text := (select home_currency from sources where code = source_code);
  move_factor constant float8 := setting('move_factor');
  move_first constant float8 := ln(1 + setting('move_first'));
  past_least constant float8 := setting('past_least');
  level_factor constant float8 := setting('level_factor');
  level_least constant float8 := setting('level_least');
  level_first constant float8 := ln(1 + setting('level_first'));
  pool_factor constant float8 := setting('pool_factor');
  least constant float8 := 0.002;
  move_few float8 := move_first; -- the largest move of a series with few of its own, beside those of all series
begin
  select least(move_first, greatest(move_first / 2, pool_factor * move_factor * percentile_cont(0.95) within group (order by abs(step))))
  into move_few
  from past
  having count(step) >= past_least;
  move_few := coalesce(move_few, move_first);

  with suspects as materialized (
    select recent.*, ln(value::float8 / before) as move, ln(value::float8 / expected) as off
    from recent
    where reason is null and not confirms and abs(step) > case when moves >= past_least then greatest(move_factor * largest, least)
      else greatest(move_factor * largest, move_few) end + coalesce(rounding, 0)
      and (after is null or abs(ln(after / value::float8)) > abs(ln(value::float8 / before)) / 2)
  ), unconfirmed as materialized (
    select *
    from suspects
    -- a damaged table has a wide tolerance
    where expected is null or abs(off) > least(greatest(3 * tolerance, abs(move) / 3), abs(move) / 2)
  )
  update recent
  set fault = 'move', reason = format('%s on %s; %s', describe_ratio(recent.value, it.before::numeric), it.day_before,
      case when it.moves >= past_least then format('none of the %s moves before was more than %s %% for a day', it.moves,
        round_significant((100 * it.largest)::numeric, 2))
        else format('of its series %s moves are known', it.moves) end)
    || case when median is null then '' else '; ' || describe_consensus(banks, median) end
  from unconfirmed it
  left join lateral consensus_of(source_code, it.base, it.quote, it.date) now on true
  left join lateral (select median as former_median from consensus_of(source_code, it.base, it.quote, it.day_before)) former on true
  where (recent.base, recent.quote, recent.type, recent.date) = (it.base, it.quote, it.type, it.date)
    and (former_median is null or abs(ln(it.value::float8 / median) - ln(it.before / former_median)) > abs(move) / 2);

  update recent
  set fault = 'move', reason = format('%s, which the other banks imply%s', describe_ratio(value, round_significant(expected::numeric, 6)),
    case when days = 0 then '; of its series no table is known' else '' end)
  where reason is null and not confirms
    and not exists (select from regimes where currency in (base, quote) and (days = 0 or currency <> home) and since <= recent.date
      and coalesce(until, recent.date) >= recent.date)
    and (moves < past_least and days = 0 and abs(ln(value::float8 / expected)) > level_first
      or days > 2 and abs(ln(value::float8 / expected)) > greatest(level_factor * tolerance, level_least) + coalesce(rounding, 0)
        and abs(step) > largest and abs(ln(value::float8 / expected)) > abs(ln(before / expected)));

  with gone as materialized (
    select date, type, count(*) as series
    from series_beside(source_code)
    where is_missing
    group by date, type
  ), replaced as materialized (
    select date, type
    from recent
    join gone using (date, type)
    where before is null
    group by date, type, series
    having count(*) <= series
  )
  update recent
  set fault = 'move', reason = 'is the first of its series, and another series of its table is missing'
  from replaced
  where (replaced.date, replaced.type) = (recent.date, recent.type) and recent.reason is null and before is null
    and (expected is null or abs(ln(value::float8 / expected)) > greatest(3 * tolerance, level_least));
end $$;
