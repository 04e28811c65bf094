-- Sources whose dollar rates follow the moves of the other sources' median on a day other than their own. Listed if the correlation of
-- moves `days` later (negative: earlier) is at least 0.6, and at least 0.5 above that of the same day, over at least twenty tables with two
-- or more other sources. A source that dates tables by the day on which they take effect is expected to be a day or more late. stage_levels
-- must have staged the window.
create or replace function review_shifts(from_date date, to_date date, source_code text default null)
returns table (source text, dated text, days integer, correlation numeric, on_the_day numeric, tables bigint)
language plpgsql
as $$
#variable_conflict use_column
declare
  largest_move constant float8 := 0.1;
  min_tables constant integer := 20;
  min_others constant integer := 2;
  min_correlation constant float8 := 0.6;
  min_advantage constant float8 := 0.5;
begin
  return query
  with moves as (
    select source, currency, date, lag(date) over series as day_before, ln(rate::float8 / lag(rate::float8) over series) as move
    from dollar_rates(from_date, to_date)
    where is_current
    window series as (partition by source, currency order by date)
  ), compared as (
    select moves.source, date, days, move, at_end.median - at_start.median as others_move
    from moves
    cross join generate_series(-2, 2) days
    join staged_levels ends on ends.day = date + days and ends.currency = moves.currency
    join staged_levels starts on starts.day = day_before + days and starts.currency = moves.currency
    cross join lateral leave_one_out_median(ends.levels, array_position(ends.sources, moves.source)) at_end
    cross join lateral leave_one_out_median(starts.levels, array_position(starts.sources, moves.source)) at_start
    where (source_code is null or moves.source = source_code) and date - day_before <= 4 and at_end.others >= min_others
      and at_start.others >= min_others
  ), correlated as (
    select source, days, count(distinct date) as tables, corr(move, others_move) as correlation
    from compared
    -- larger moves are errors, which review_figures lists, and would mask the correlation
    where abs(move) < largest_move and abs(others_move) < largest_move
    group by source, days
  )
  select distinct on (source) shifted.source, dated, shifted.days, round(shifted.correlation::numeric, 2),
    round(day.correlation::numeric, 2),
    least(shifted.tables, day.tables)
  from correlated shifted
  join correlated day on day.source = shifted.source and day.days = 0
  join sources on code = shifted.source
  where shifted.days <> 0 and shifted.tables >= min_tables and day.tables >= min_tables and shifted.correlation >= min_correlation
    and shifted.correlation >= day.correlation + min_advantage
  order by shifted.source, shifted.correlation desc;
end $$;
