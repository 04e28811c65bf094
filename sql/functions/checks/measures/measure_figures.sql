-- Fills the temporary table figures with the fresh staged rows that a rule can name: those of the days that are measured with their past,
-- corrections, and older ones after an unusual move. Each has its neighbours in its series, staged or stored, and `step`, the logarithm of
-- its move, divided by the square root of its days. A neighbour before it that is a slip is passed over.
-- * moves, usual, largest, still, digits: of the past of its series the number of moves, the size that 95 % of them stay below, the
--   largest, the share of moves of zero, and the fewest decimals. A slip is no largest move, unless the past has three.
-- * `move_limit`: the size of a move up to which it is likely.
-- * expected, tolerance, days, shift, implied_by: see expected_rates. `rounding` is the effect of one and a half units of the last digit.
-- * moved_away: how much farther a correction is than the stored value from the level of the other banks, or from its neighbours.
create or replace function measure_figures()
returns void
language plpgsql set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  document constant measured_document := (select measured_document from measured_document);
  reach constant integer := setting('neighbour_days');
  past_least constant float8 := setting('past_least');
  unusual constant float8 := setting('unusual_factor');
  broken constant float8 := setting('broken_factor');
  least constant float8 := 0.002;
  move_factor constant float8 := setting('move_factor');
  move_first constant float8 := ln(1 + setting('move_first'));
  has_stored constant boolean := document.newest_stored is not null;
  move_few float8;
begin
  select least(move_first, greatest(move_first / 2,
      (select setting('pool_factor')) * move_factor * percentile_cont(0.95) within group (order by abs(step))))
  into move_few
  from past
  having count(step) >= past_least;
  move_few := coalesce(move_few, move_first);

  with staged as materialized (
    select base, quote, type, date, figure, change, former, fresh, value,
      case when day_before >= date - reach then before end as before,
      case when day_before >= date - reach then day_before end as day_before,
      case when day_before_that >= date - reach then before_that end as before_that,
      case when day_before_that >= date - reach then day_before_that end as day_before_that,
      case when day_after <= date + reach then after end as after, case when day_after <= date + reach then day_after end as day_after
    from (
      select base, quote, type, date, value as figure, change, former, fresh, value::float8 as value,
        lag(value::float8) over series as before, lag(date) over series as day_before,
        lag(value::float8, 2) over series as before_that, lag(date, 2) over series as day_before_that,
        lead(value::float8) over series as after, lead(date) over series as day_after
      from staged_rates
      where date between document.first_day - reach and document.last_day + reach
      window series as (partition by base, quote, type order by date)
    ) it
  ), known as materialized (
    select base, quote, type, count(step) as moves, percentile_cont(0.95) within group (order by abs(step)) as usual,
      greatest(max(abs(step)) filter (where not coalesce(is_slip, false)),
        (array_agg(abs(step) order by abs(step) desc) filter (where step is not null))[3]) as largest,
      count(*) filter (where step = 0)::float8 / nullif(count(step), 0) as still, min(digits) as digits, max(digits) as most_digits,
      (array_agg(value order by date desc) filter (where date < document.from_day))[1] as last_value,
      max(date) filter (where date < document.from_day) as last_day
    from past
    group by base, quote, type
  ), beside as (
    select base, quote, type, date, figure, change, former, value,
      case when is_slip then before_that else before end as before, case when is_slip then day_before_that else day_before end as
      day_before, after, day_after
    from staged
    cross join lateral (select (before > broken * value or value > broken * before) and before_that < broken * value
      and value < broken * before_that as is_slip) it
    where fresh and before is not null and (after is not null or not has_stored)
    union all
    select base, quote, type, staged.date, figure, change, former, staged.value,
      coalesce(before, earlier.value), coalesce(day_before, earlier.date), coalesce(after, later.value), coalesce(day_after, later.date)
    from staged
    left join lateral (
      select value, date
      from (
        select value::float8 as value, date
        from rates
        where staged.before is null and staged.date < document.from_day and source = document.source and base = staged.base
          and quote = staged.quote and type = staged.type and rates.date < staged.date and rates.date >= staged.date - reach
        order by date desc limit 2
      ) two
      order by value > broken * staged.value or staged.value > broken * value, date desc limit 1
    ) earlier on has_stored
    left join lateral (
      select value::float8 as value, date
      from rates
      where after is null and source = document.source and base = staged.base and quote = staged.quote and type = staged.type
        and rates.date > staged.date and rates.date <= staged.date + reach
      order by date limit 1
    ) later on has_stored
    where fresh and (before is null or after is null and has_stored)
  ), stepped as materialized (
    select *, ln(value / before) / sqrt(date - day_before) as step from beside
  ), learnt as (
    select base, quote, type, count(step) as moves, percentile_cont(0.95) within group (order by abs(step)) as usual
    from stepped
    group by base, quote, type
    having count(step) >= past_least
  ), named as (
    select stepped.*, learnt.moves, learnt.usual
    from stepped
    left join learnt using (base, quote, type)
    where date >= document.from_day or former is not null or abs(step) > greatest(unusual * learnt.usual, least)
      or value > 2 * before or before > 2 * value
  ), expected as materialized (
    select * from expected_rates(document.source)
  )
  insert into figures
  select base, quote, type, date, figure, change, former, date >= document.waits_from,
    previous.before, previous.day_before, after, day_after, ln(named.value / previous.before) / sqrt(date - previous.day_before),
    coalesce(known.moves, 0), known.usual, largest, still, digits, most_digits, coalesce(named.moves, known.moves),
    coalesce(named.usual, known.usual), rounding,
    case when known.moves >= past_least then greatest(move_factor * largest, least)
      else greatest(move_factor * largest, move_few) end
      + coalesce(rounding, 0),
    coalesce(days, 0), expected, spread, shift, implied_by
  from named
  left join known using (base, quote, type)
  left join expected using (base, quote, type, date)
  left join lateral (
    select coalesce(named.before, last_value) as before, coalesce(named.day_before, last_day) as day_before
  ) previous on named.before is not null or date >= document.from_day and last_day >= date - reach
  cross join lateral (
    select 1.5 * 10.0::float8 ^ -coalesce(most_digits, scale(figure)) / coalesce(previous.before, named.value) as rounding
  ) printed;
end $$;
