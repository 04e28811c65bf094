-- Fills the temporary tables recent and past. recent has the fresh rows without a reason dated after `last_old`, each with its move from
-- the value before, the past of its series (number of moves, the size that 95 % stay below, the largest, the share of moves of zero), and
-- the value that the other banks imply (see expected_rates). past has the newest values of these series, and of those that ended in the
-- month before, up to `last_old` and its moves, staged or stored. A move is a logarithm, divided by the square root of its days. `confirms`
-- is true of a value that keeps the level of one that waits, or that moved as one that waits at another bank. `rounding` is the effect of
-- one and a half units of the last digit, of as many as the past has. Uses staged_rates and moves.
create or replace function measure_recent(source_code text, last_old date)
returns void
language plpgsql set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  wanted constant integer := setting('past_rates');
  reach constant integer := setting('neighbour_days');
  keep_share constant float8 := setting('keep_share');
  month constant integer := setting('recent_days');
  first_recent date := (select min(date) from staged_rates where fresh and date > last_old);
begin
  insert into past
  select base, quote, type, date, value, digits, ln(value / lag(value) over series) / sqrt(date - lag(date) over series)
  from (
    select distinct on (base, quote, type, date) base, quote, type, date, value, digits
    from (
      select base, quote, type, date, value::float8 as value, scale(value) as digits
      from staged_rates
      where date < first_recent and date > first_recent - reach and (reason is null or not fresh)
      union all
      select it.base, it.quote, it.type, stored.date, stored.value::float8, scale(stored.value)
      from (
        select base, quote, type from series where source = source_code and last_date > first_recent - month
        union
        select base, quote, type from staged_rates where date >= first_recent
      ) it
      cross join lateral (
        select date, value from rates
        where source = source_code and base = it.base and quote = it.quote and type = it.type and date < first_recent
        order by date desc limit wanted
      ) stored
    ) it
    order by base, quote, type, date
  ) it
  window series as (partition by base, quote, type order by date);

  insert into recent (base, quote, type, date, value, change, former, is_said, before, day_before, after, step, rounding, moves, usual,
    largest, still, days, expected, tolerance, shift)
  select base, quote, type, date, staged_rates.value, change, former, is_said, before, day_before, after, step,
    1.5 * 10.0::float8 ^ -digits / before, coalesce(known.moves, 0), usual, largest, still, coalesce(days, 0), expected, spread, shift
  from staged_rates
  join moves using (base, quote, type, date)
  left join (
    select base, quote, type, max(digits) as digits, count(step) as moves, percentile_cont(0.95) within group (order by abs(step)) as usual,
      max(abs(step)) as largest,
      count(*) filter (where step = 0)::float8 / nullif(count(step), 0) as still
    from past
    group by base, quote, type
  ) known using (base, quote, type)
  left join expected_rates(source_code) using (base, quote, type, date)
  where fresh and reason is null and date > last_old and moves.date > last_old; -- the planner doesn't infer the second bound

  update recent
  set confirms = true
  from quarantine it
  where it.source = source_code and status = 'pending' and it.fault in ('move', 'table')
    and (it.base, it.quote, it.type) = (recent.base, recent.quote, recent.type)
    and it.date::date between recent.date - month and recent.date - 1
      and abs(ln(recent.value / it.rate)) < abs(ln(recent.value::float8 / before)) * keep_share;

  perform confirm_by_other_banks(source_code);
end $$;
