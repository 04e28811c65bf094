-- Fills the temporary table measured_tables with a row for each table with figures.
-- * Of the figures that may wait: `pairs` is their number and `moved` the number of those with a move. `step` is the median of their moves,
--   `after_step` that of the moves after them, and `shift` that of their distances from the other banks, with its `tolerance`.
-- * Of the past: `tables` is the number of tables with these series, and `moved_tables` the number in which at least five of them moved.
--   `largest_shift` is the largest move that a table made as a whole, and `least_move` the smallest such move that can be unlikely.
--   `has_weekday` is true if a table was dated the same weekday.
-- * `moving` is the number of pairs that moved on most days of the past. `same` of them repeat the preceding table, dated `same_day`, and
--   `most_same` is the largest share that a past table repeated. `copied` of them repeat the older table dated `copied_day`, and
--   `copied_by_chance` repeat the third most similar table.
-- * `pairs_before` is the number of pairs in the preceding table (see series_beside), and `lost` the number of those that are missing now.
--   `fewest` is the smallest number in a past table. `added` is the number of figures that are the first of their series.
-- * `stored` is the number of figures that were stored before, and `corrected` the number of those with another value. `moved_away` is the
--   median of how much farther the new values are from their neighbours. `repeated` of them equal those of the stored table `repeated_day`.
create or replace function measure_tables()
returns void
language plpgsql set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  document constant measured_document := (select measured_document from measured_document);
  reach constant integer := setting('neighbour_days');
  quorum constant float8 := setting('quorum');
  past_least constant float8 := setting('past_least');
  rhythm_tables constant float8 := setting('rhythm_tables');
  level_least constant float8 := setting('level_least');
begin
  with moving_series as materialized (
    select base, quote, type from figures where may_wait and (still < 0.5 or still is null) group by base, quote, type
  ), own_series as materialized (
    select base, quote, type from figures where may_wait group by base, quote, type
  ), beside as materialized (
    select * from series_beside(document.source)
  ), past_tables as materialized (
    select date, count(*) filter (where came.base is not null) as pairs, count(own.base) as own,
      count(*) filter (where moving.base is not null and step is not null) as moving,
      count(*) filter (where moving.base is not null and step = 0) as same,
      percentile_cont(0.5) within group (order by step) filter (where own.base is not null) as shift
    from past
    left join own_series own using (base, quote, type)
    left join moving_series moving using (base, quote, type)
    left join (select distinct base, quote, type from beside) came using (base, quote, type)
    group by date
  ), pooled as materialized ( -- few tables of many pairs are many moves
    select count(step) >= past_least as is_enough, percentile_cont(0.95) within group (order by abs(step)) as usual
    from past
    join moving_series using (base, quote, type)
  ), learnt as materialized (
    select count(*) filter (where own > 0) as tables, count(*) filter (where moving >= quorum) as moved_tables,
      coalesce(max(abs(shift)) filter (where moving >= quorum), 0) as largest_shift,
      max(same::float8 / moving) filter (where moving >= quorum) as most_same, min(pairs) filter (where pairs > 0) as fewest
    from past_tables
  ), own as materialized (
    select date, count(*) filter (where may_wait) as pairs, count(step) filter (where may_wait) as moved,
      count(*) filter (where before is null) as added, percentile_cont(0.5) within group (order by step) as step,
      percentile_cont(0.5) within group (order by ln(after / value::float8)) filter (where after is not null) as after_step,
      percentile_cont(0.5) within group (order by shift) as shift, percentile_cont(0.5) within group (order by tolerance) as tolerance,
      count(former) filter (where former <> value) as corrected,
      percentile_cont(0.5) within group (order by away_of_neighbours(value, former, before, after)) as moved_away
    from figures
    group by date
  ), values_of as materialized ( -- of the moving pairs: past ones, and those that may wait
    select base, quote, type, date, value, false as is_new
    from past
    join moving_series using (base, quote, type)
    where date > (select min(date) from figures where may_wait) - reach
      and date not in (select date from past_tables where 2 * same > moving) -- a weekend repeats its Friday
    union all
    select base, quote, type, date, value::float8, true from figures join moving_series using (base, quote, type) where may_wait
  ), compared as materialized (
    select now.date, earlier.date as day, count(*) filter (where now.value = earlier.value) as same, count(*) as pairs,
      row_number() over (partition by now.date order by earlier.date desc) as place
    from values_of now
    join values_of earlier using (base, quote, type)
    where now.is_new and earlier.date < now.date
    group by now.date, earlier.date
  ), copies as (
    select date, max(pairs) filter (where place = 1) as moving, max(same) filter (where place = 1) as same,
      max(day) filter (where place = 1) as same_day,
      (array_agg(same order by same desc) filter (where place > 1))[1] as copied,
      (array_agg(day order by same desc) filter (where place > 1))[1] as copied_day,
      (array_agg(same order by same desc) filter (where place > 1))[3] as copied_by_chance
    from compared
    group by date
  ), lost as (
    select date, count(*) filter (where is_missing) as lost, count(*) as pairs_before from beside group by date
  ), repeats as (
    select distinct on (date) date, day, repeated
    from (
      select figures.date, stored.date as day, count(*) as repeated
      from figures
      join rates stored on source = document.source
        and (stored.base, stored.quote, stored.type, stored.value) = (figures.base, figures.quote, figures.type, figures.value)
        and stored.date between figures.date - reach and figures.date + reach and stored.date <> figures.date
      where former <> figures.value
      group by figures.date, stored.date
    ) it
    order by date, repeated desc, abs(date - day)
  )
  insert into measured_tables
  select date, own.pairs, moved, copies.moving, own.step, after_step, own.shift, tolerance, learnt.tables, moved_tables, largest_shift,
    case when moved_tables >= rhythm_tables then 0.002 when not is_enough then ln(1 + (select setting('move_first')))
      when moved_tables >= past_least then level_least else greatest((select setting('pool_factor')) * usual, 2 * level_least) end,
    exists (select from past_tables where past_tables.own > 0 and extract(isodow from past_tables.date) = extract(isodow from own.date)),
    copies.same, same_day, case when is_enough then most_same end, copied, copied_day, coalesce(copied_by_chance, 0), lost, pairs_before,
    fewest, added, corrected, case when corrected > 0 then (select count(*) from rates where source = document.source
      and rates.date = own.date) end, moved_away, repeated, repeats.day
  from own
  cross join learnt
  cross join pooled
  left join copies using (date)
  left join lost using (date)
  left join repeats using (date);
end $$;
