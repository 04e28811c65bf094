-- Fills the temporary table moves with the staged rows without a reason near the fresh ones: each with the values before and after it in
-- its series, staged or stored, and `step`, the logarithm of the move from the value before, divided by the square root of the days
-- between. A neighbour counts up to 400 days away. Uses the temporary table staged_rates.
create or replace function measure_moves(source_code text)
returns void
language plpgsql set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  reach constant integer := setting('neighbour_days');
  from_date date;
  to_date date;
begin
  select min(date) - reach, max(date) + reach into from_date, to_date from staged_rates where fresh;
  insert into moves
  select *, ln(value / before) / sqrt(date - day_before)
  from (
    select base, quote, type, date, value::float8 as value, fresh
      and reason is null, lag(value::float8) over series as before, lag(date) over series as day_before,
      lead(value::float8) over series, lead(date) over series
    from staged_rates
    where date between from_date and to_date and (reason is null or not fresh)
    window series as (partition by base, quote, type order by date)
  ) it;

  if exists (select from coverage where source = source_code) then
    update moves
    set before = coalesce(own.before, earlier.value), day_before = coalesce(own.day_before, earlier.date),
    after = coalesce(own.after, later.value), day_after = coalesce(own.day_after, later.date),
      step = coalesce(own.step, ln(own.value / earlier.value) / sqrt(own.date - earlier.date))
    from moves own
    left join lateral (
      select value::float8 as value, date from rates
      where own.before is null and source = source_code and base = own.base and quote = own.quote and type = own.type
        and rates.date < own.date and rates.date >= own.date - reach
      order by rates.date desc limit 1
    ) earlier on true
    left join lateral (
      select value::float8 as value, date from rates
      where own.after is null and source = source_code and base = own.base and quote = own.quote and type = own.type
        and rates.date > own.date and rates.date <= own.date + reach
      order by rates.date limit 1
    ) later on true
    where own.ctid = moves.ctid and own.is_fresh and (own.before is null or own.after is null)
      and (earlier.date is not null or later.date is not null);
  end if;
end $$;
