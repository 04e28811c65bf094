-- Measures the features of the fresh staged rows without a reason, into the temporary table observed (see stage_rates), each in 64 bins:
-- * `move`: the logarithm of the value by the one before it, staged or stored, within 400 days, for the square root of the days between them;
-- * `excess`: the same less the median move of its table's type, where that has five rates or more;
-- * `digits`: the decimals as printed, less those by which the whole table differs from the one before; outside only by as many as the significant digits
--   changed, so that a value may pass a power of ten;
-- * `spread`: the logarithm of the value by that of the price before it, in the order of their names, of the same pair in the same table;
-- * `twin`: the significant digits of a value that another pair of the table has too and had not in the table before.
-- * `arrival`: 1 for a rate whose series has nothing within 400 days, 2 where a series of the newest table before is missing from the document.
-- Each of the first four is also measured by how many bins it is outside of what is usual for its series (`…_beyond`, see habit_ranges), where the last
-- digit of a value may always move.
-- Where a correction waits, what is stored counts. Uses the temporary table staged_rates.
create or replace function observe_staged(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  delete from observed;
  insert into observed
  with line as materialized (
    select it.*, lag(value) over series as staged_before, lag(date) over series as staged_day, lead(value) over series as staged_after, lead(date) over series as staged_next,
      lag(digits) over series as staged_digits, row_number() over series as place, count(*) over (partition by it.base, it.quote, it.type) as rows, series.first_date, series.last_date
    from (
      select base, quote, type, date, case when reason is null then value else former end as value, fresh and reason is null as is_judged, former is null as is_new,
        greatest(0, scale(value) - case when unit = 'gram' then 0 else length(unit) - 1 end) as digits, unit
      from staged_rates
      where reason is null or former is not null
    ) it
    left join series on series.source = source_code and (series.base, series.quote, series.type) = (it.base, it.quote, it.type)
    window series as (partition by it.base, it.quote, it.type order by date)
  ), neighbours as materialized (
    select line.*, coalesce(stored.value, case when staged_day > line.date - 400 then staged_before end) as before, coalesce(stored.date, staged_day) as day_before,
      coalesce(next.value, case when staged_next < line.date + 400 then staged_after end) as after,
      coalesce(stored.digits, staged_digits) as digits_before
    from line
    left join lateral (
      select date, value, greatest(0, scale(value) - case when unit = 'gram' then 0 else length(unit) - 1 end) as digits
      from rates
      where is_judged and first_date < line.date and (staged_day is null or staged_day < line.date - 4) and source = source_code
        and rates.base = line.base and rates.quote = line.quote and rates.type = line.type and rates.date < line.date and rates.date > greatest(line.date - 400, staged_day)
      order by date desc
      limit 1
    ) stored on true
    left join lateral (
      select value
      from rates
      where is_judged and last_date > line.date and (staged_next is null or staged_next > line.date + 4) and source = source_code
        and rates.base = line.base and rates.quote = line.quote and rates.type = line.type and rates.date > line.date and rates.date < least(line.date + 400, staged_next)
      order by date
      limit 1
    ) next on true
  ), moved as materialized (
    select *, ln(value::float8 / before::float8) as move, sqrt(least(greatest(date - day_before, 1), 31)) as days_root from neighbours
  ), commons as materialized (
    select date, type, percentile_cont(0.5) within group (order by move) as common, percentile_disc(0.5) within group (order by digits - digits_before) as shift, count(*) as rates
    from moved
    where move is not null
    group by date, type
    having count(*) >= 5
  ), beside as materialized (
    select base, quote, type, date, other_type, ln(value::float8 / other::float8) as spread
    from (select base, quote, type, date, value, is_judged, lag(type) over pair as other_type, lag(value) over pair as other, lag(is_judged) over pair as is_other_judged from line
      window pair as (partition by date, base, quote order by type)) it
    where other is not null and (is_judged or is_other_judged)
  ), twins as materialized (
    select date, type, value
    from moved
    group by date, type, value
    having count(*) > 1 and count(distinct before) > 1 and bool_or(is_judged)
  )
  select moved.base, moved.quote, moved.type, moved.date, moved.value, is_judged, is_new, before, day_before, after, move, move - common, common, digits, other_type, spread,
    size_bin(abs(move) / days_root), size_bin(abs(move - common) / days_root), least(greatest(digits - coalesce(shift, 0), 0), 63), signed_bin(spread),
    case when twins.value is null or before = moved.value then 0 else length(replace(trim_scale(moved.value)::text, '.', '')) end,
    size_bin(1.5 * 10.0::float8 ^ -scale(moved.value) / moved.value::float8), place, rows,
    case when (moved.date between first_date - 400 and last_date + 400) is true then 0 when is_lacking then 2 else 1 end
  from moved
  left join commons on (commons.date, commons.type) = (moved.date, moved.type)
  left join beside on (beside.base, beside.quote, beside.type, beside.date) = (moved.base, moved.quote, moved.type, moved.date)
  left join twins on (twins.date, twins.type, twins.value) = (moved.date, moved.type, moved.value)
  cross join (
    select exists (
      select
      from series
      where source = source_code and last_date = (select max(date) from tables where source = source_code and date < (select min(date) from staged_rates))
        and (base, quote, type) not in (select base, quote, type from staged_rates)
    ) as is_lacking
  ) document
  where is_judged or spread is not null;
  if (select count(*) from observed) > 2000 then
    analyze observed; -- plans for an empty table would read it whole for each row
  end if;

  update observed
  set move_beyond = case when move is not null then greatest(0, move - greatest(move_high, rounding)) end,
    excess_beyond = case when excess is not null then greatest(0, excess - greatest(excess_high, rounding)) end,
    digits_beyond = least(greatest(0, digits - digits_high, digits_low - digits), abs(length(ltrim(replace(value::text, '.', ''), '0')) - length(ltrim(replace(before::text, '.', ''), '0')))), spread_beyond = case when spread is not null then greatest(0, spread - spread_high, spread_low - spread) end
  from (
    select base, quote, type, max(high) filter (where feature = 'move') as move_high, max(high) filter (where feature = 'excess') as excess_high,
      min(low) filter (where feature = 'digits') as digits_low, max(high) filter (where feature = 'digits') as digits_high,
      min(low) filter (where feature = 'spread') as spread_low, max(high) filter (where feature = 'spread') as spread_high
    from habit_ranges(source_code)
    group by base, quote, type
  ) it
  where (observed.base, observed.quote, observed.type) = (it.base, it.quote, it.type);
end $$;
