-- Finds the recent tables that the past of their source makes very unlikely, and sets `reason` and `fault` of their rows:
-- * a table whose pairs moved together, or each on its own, several times as far as ever before, or away from the other banks, unless a
--   value of one of them waits with the move, or a value of its own waits that it confirms;
-- * a table that repeats the one before in a share of its moving pairs that no table of the past has, or an older one in several times as
--   many pairs as any table of the month before;
-- * a table on a weekday that the source never had;
-- * a table that lost half of the pairs of the one before;
-- * a table of which many figures are doubtful.
-- Uses the temporary tables staged_rates, recent and past.
create or replace function find_doubtful_tables(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  quorum constant float8 := setting('quorum');
  repeat_share constant float8 := setting('repeat_share');
  copy_factor constant float8 := setting('copy_factor');
  move_first constant float8 := ln(1 + setting('move_first'));
  lost_share constant float8 := setting('lost_share');
  past_least constant float8 := setting('past_least');
  pool_factor constant float8 := setting('pool_factor');
  shift_first constant float8 := ln(1 + setting('shift_first'));
  odd_share constant float8 := setting('odd_share');
  rhythm_tables constant float8 := setting('rhythm_tables');
  move_factor constant float8 := setting('move_factor');
  level_least constant float8 := setting('level_least');
  least constant float8 := 0.002;
  is_daily constant boolean := (select cadence = 'daily' from sources where code = source_code);
  -- parallel rates of the home currency are no error of a first table
  has_regime constant boolean := exists (select from sources join regimes on currency = home_currency
    where code = source_code and since <= (select max(date) from recent)
      and coalesce(until, 'infinity') >= (select min(date) from recent));
begin
  with moving as materialized ( -- the pairs whose past moves on most days
    select base, quote, type from recent where still < 0.5 or still is null group by base, quote, type
  ), beside as materialized (
    select * from series_beside(source_code)
  ), past_tables as materialized (
    select date, count(*) filter (where came.base is not null) as pairs,
      count(*) filter (where moving.base is not null and step is not null) as moving,
      count(*) filter (where moving.base is not null and step = 0) as same, percentile_cont(0.5) within group (order by step) as shift,
      percentile_cont(0.5) within group (order by abs(step)) as size
    from past
    left join moving using (base, quote, type)
    left join (select distinct base, quote, type from beside) came using (base, quote, type)
    group by date
  ), pooled as materialized ( -- few tables of many pairs are many moves
    select count(step) >= past_least as is_enough, percentile_cont(0.95) within group (order by abs(step)) as usual
    from past
    join moving using (base, quote, type)
  ), learnt as materialized (
    select count(*) as tables, coalesce(max(abs(shift)) filter (where moving >= quorum), 0) as largest_shift,
      coalesce(max(size) filter (where moving >= quorum), 0) as largest_size,
      max(same::float8 / moving) filter (where moving >= quorum) as most_same, min(pairs) filter (where pairs > 0) as fewest
    from past_tables
  ), known as materialized (
    select *, case when tables >= rhythm_tables then least when not is_enough then move_first
      when tables >= past_least then level_least else greatest(pool_factor * usual, 2 * level_least) end as least_move
    from learnt
    cross join pooled
  ), own as materialized (
    select date, count(*) as pairs, count(*) filter (where step is not null) as moved,
      percentile_cont(0.5) within group (order by step) as step,
      percentile_cont(0.5) within group (order by abs(step)) as size,
      percentile_cont(0.5) within group (order by shift) as shift,
      percentile_cont(0.5) within group (order by tolerance) as tolerance,
      percentile_cont(0.5) within group (order by abs(ln(value::float8 / expected))) as off,
      percentile_cont(0.5) within group (order by ln(after / value::float8)) filter (where after is not null) as stay,
      percentile_cont(0.5) within group (order by abs(ln(after / value::float8))) filter (where after is not null) as size_after
    from recent
    group by date
  ), values_of as materialized ( -- of the moving pairs: past ones of the last month, and recent ones
    select base, quote, type, date, value
    from past
    join moving using (base, quote, type)
    where date > (select min(date) from recent) - 31
      and date not in (select date from past_tables where 2 * same > moving) -- a weekend repeats its Friday
    union all
    select base, quote, type, date, value::float8 from recent join moving using (base, quote, type)
  ), repeats as materialized (
    select now.date, earlier.date as of_day, count(*) filter (where now.value = earlier.value) as same, count(*) as pairs,
      row_number() over (partition by now.date order by earlier.date desc) as place
    from values_of now
    join values_of earlier using (base, quote, type)
    where earlier.date < now.date
    group by now.date, earlier.date
  ), copied as materialized (
    select coalesce(max(same), 0) as most_copied from repeats where place > 1 and date not in (select date from recent)
  ), found as (
    select date, 1 as rank, 'moved together %s %% for a day; no table of %s before more than %s %%' as text,
      array[round((100 * (exp(step) - 1))::numeric, 2)::text, tables::text, round((100 * largest_shift)::numeric, 2)::text] as parts
    from own, known
    where moved >= quorum and abs(step) > greatest(move_factor * largest_shift, least_move)
      and (stay is null or abs(stay) > abs(step) / 2)
        and (own.shift is null or abs(own.shift) > least(greatest(3 * tolerance, abs(step) / 3), abs(step) / 2))
    union all
    select date, 1, 'moved %s %% for a day in the median; no table of %s before more than %s %%',
      array[round((100 * (exp(size) - 1))::numeric, 2)::text, tables::text, round((100 * largest_size)::numeric, 2)::text]
    from own, known
    where moved >= quorum and size > greatest(move_factor * largest_size, least_move)
      and (size_after is null or size_after > size / 2)
        and (own.off is null or own.off > least(greatest(3 * tolerance, size / 3), size / 2))
    union all
    select date, 2, 'is %s %% %s what the other banks imply as a whole',
      array[round((100 * abs(exp(shift) - 1))::numeric, 2)::text, case when shift > 0 then 'above' else 'below' end]
    from own, known
    where moved + pairs >= quorum and case when tables > 2
      then abs(shift) > greatest(3 * tolerance, level_least) and abs(step) > largest_shift
      else abs(shift) > greatest(3 * tolerance, shift_first) and not has_regime end
    union all
    select date, 3, 'repeats %s of its %s moving pairs from %s', array[same::text, repeats.pairs::text, of_day::text]
    from repeats, known, copied
    where repeats.date in (select date from recent) and same >= quorum and is_enough
      and (place = 1 and same >= repeat_share * repeats.pairs and same::float8 / repeats.pairs > most_same
          and (tables >= rhythm_tables or extract(isodow from repeats.date) < 6) -- the first weekend of a source
        or place > 1 and same > copy_factor * most_copied and (tables >= rhythm_tables or same >= repeat_share / 2 * repeats.pairs)
          and not exists (select from repeats before where before.date = repeats.date and before.place = 1
            and before.same >= repeat_share * before.pairs))
    union all
    select date, 4, 'is dated a %s, as none of %s tables before', array[trim(to_char(date, 'Day')), tables::text]
    from own, known
    where is_daily and tables >= rhythm_tables
      and not exists (select from past_tables where extract(isodow from past_tables.date) = extract(isodow from own.date))
    union all
    select date, 5, 'lacks %s of the %s pairs of the table before; none of %s before had so few',
      array[missing::text, pairs_before::text, tables::text]
    from known, (
      select date, count(*) as pairs_before, count(*) filter (where is_missing) as missing
      from beside
      group by date
    ) lost
    where tables >= rhythm_tables and fewest >= quorum and pairs_before - missing < least(fewest, lost_share * pairs_before)
    union all
    select date, 6, 'has %s doubtful figures of %s', array[count(*) filter (where reason is not null)::text, count(*)::text]
    from recent
    group by date
    having count(*) filter (where reason is not null) >= greatest(3, odd_share * count(*))
  )
  update recent
  set fault = 'table', reason = 'is in a table that ' || format(text, variadic parts)
  from (
    select distinct on (date) date, text, parts
    from found
    where rank > 2 or not exists (
      select from recent where recent.date = found.date and confirms)
    order by date, rank
  ) it
  where recent.date = it.date and (recent.reason is null or it.text not like 'has % doubtful%');
end $$;
