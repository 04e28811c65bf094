-- Measures the features of the staged rows without a reason into the temporary table observed (see stage_rates), each as one of 64 bins (see size_bin
-- and signed_bin), and then finds the usual ranges and what is rare:
-- * `move`: the change from the value before, staged or stored, in an uninterrupted series, divided by the square root of the days between. For a first
--   value the change to the next one, which counts as an observation of that;
-- * `excess`: the same less `common`, the median move of its type in the table, if that has enough rates;
-- * `shift`: that common move;
-- * `digits`: the printed decimals, less the change in decimals of the whole table;
-- * `spread`: the distance from the price before it, by name, of the same pair in the table;
-- * `twin`: the significant digits of a value that another pair of the table also has, and had not in the table before;
-- * `arrival`: 1 for a new or interrupted series; 2 if its pair is new to the source, and as many pairs of the table before are missing;
-- * `level`: the ratio, from three on, of its distance from the rate that other banks imply to the usual one (see expected_rates).
-- A held correction is replaced by the stored value. Uses the temporary tables staged_rates and observed_tables.
create or replace function observe_staged(source_code text)
returns void
language plpgsql set enable_nestloop = off set plan_cache_mode = force_generic_plan -- the planner takes temporary tables for empty and would choose it
as $$
#variable_conflict use_column
declare
  gap_days constant integer := series_gap_days();
  near_days constant integer := 31; -- of the next value, for a first one, and of the square root
  dense_days constant integer := 4; -- a staged value as near as this is taken without a look at the stored ones
  min_sample constant integer := min_sample_size();
  last constant integer := last_bin();
begin
  delete from observed;
  insert into observed
  with line as materialized (
    select it.*, lag(value) over series as staged_before, lag(date) over series as staged_day, lead(value) over series as staged_after, lead(date) over series as staged_next,
      lag(digits) over series as staged_digits, row_number() over series as place,
      count(*) over (partition by it.base, it.quote, it.type) as rows, series.first_date, series.last_date
    from (
      select base, quote, type, date, case when reason is null then value else former end as value, fresh and reason is null as is_judged, former is null as is_new,
        printed_decimals(case when reason is null then value else former end, unit) as digits
      from staged_rates
      where (reason is null or former is not null) and date in (select date from staged_rates where fresh and reason is null) -- unchanged rows are read from rates
    ) it
    left join series on series.source = source_code and (series.base, series.quote, series.type) = (it.base, it.quote, it.type)
    window series as (partition by it.base, it.quote, it.type order by date)
  ), moved as materialized (
    select line.*, it.*, ln(line.value::float8 / before::float8) as move, sqrt(least(greatest(abs(line.date - day_before), 1), near_days)) as days_root
    from line
    left join lateral (
      select date, value, printed_decimals(value, unit) as digits
      from rates
      where is_judged and first_date < line.date and (staged_day is null or staged_day < line.date - dense_days) and source = source_code
        and rates.base = line.base and rates.quote = line.quote and rates.type = line.type and rates.date < line.date and rates.date > greatest(line.date - gap_days, staged_day)
      order by date desc
      limit 1
    ) stored on true
    left join lateral (
      select date, value
      from rates
      where is_judged and last_date > line.date and (staged_next is null or staged_next > line.date + dense_days) and source = source_code
        and rates.base = line.base and rates.quote = line.quote and rates.type = line.type and rates.date > line.date and rates.date < least(line.date + gap_days, staged_next)
      order by date
      limit 1
    ) next on true
    cross join lateral (
      select coalesce(before, case when day_after < line.date + near_days then after end) as before,
        case when before is null and day_after < line.date + near_days then day_after else day_before end as day_before, after, digits_before
      from (
        select coalesce(stored.value, case when staged_day > line.date - gap_days then staged_before end) as before,
          coalesce(stored.date, staged_day) as day_before, coalesce(stored.digits, staged_digits) as digits_before,
          coalesce(next.value, case when staged_next < line.date + gap_days then staged_after end) as after, coalesce(next.date, staged_next) as day_after
      ) it
    ) it
  ), commons as materialized (
    select date, type, percentile_cont(0.5) within group (order by move) filter (where is_many) as common,
      percentile_disc(0.5) within group (order by digits - digits_before) filter (where is_many) as extra_digits
    from (select *, count(move) over (partition by date, type) >= min_sample as is_many from moved) it
    group by date, type
  ), beside as materialized (
    select base, quote, type, date, other_type, ln(value::float8 / other::float8) as distance
    from (
      select base, quote, type, date, value, is_judged, lag(type) over pair as other_type, lag(value) over pair as other, lag(is_judged) over pair as is_other_judged
      from line
      where (select count(distinct type) from staged_rates) > 1
      window pair as (partition by date, base, quote order by type)
    ) it
    where other is not null and (is_judged or is_other_judged)
  ), twins as materialized (
    select date, type, value
    from moved
    group by date, type, value
    having count(*) > 1 and count(distinct before) > 1 and bool_or(is_judged)
  )
  select moved.base, moved.quote, moved.type, moved.date, moved.value, is_judged, is_new, before, day_before, after, move, common, moved.digits,
    digits_before, other_type, distance, null, null, null, place, rows, size_bin(rounding_error(greatest(scale(moved.value), scale(before))) / moved.value::float8),
    size_bin(abs(move) / days_root), size_bin(abs(move - common) / days_root), case when move is not null then size_bin(abs(common) / days_root) end,
    case when digits_before is not null then greatest(moved.digits - coalesce(extra_digits, 0), 0) end, signed_bin(distance),
    case when twins.value is null or before = moved.value then 0 else length(replace(trim_scale(moved.value)::text, '.', '')) end,
    case
      when (moved.date between first_date - gap_days and last_date + gap_days) is true then 0
      when is_first or not is_lacking or (moved.base, moved.quote) in (select base, quote from series where source = source_code) then 1
      else 2
    end
  from moved
  left join commons on (commons.date, commons.type) = (moved.date, moved.type)
  left join beside on (beside.base, beside.quote, beside.type, beside.date) = (moved.base, moved.quote, moved.type, moved.date)
  left join twins on (twins.date, twins.type, twins.value) = (moved.date, moved.type, moved.value)
  cross join (
    select (
      select count(*)
      from (
        select base, quote
        from series
        where source = source_code and last_date = (select max(date) from tables where source = source_code and date < (select min(date) from staged_rates))
        except
        select base, quote from staged_rates
      ) missing
    ) >= (select count(*) from (select base, quote from staged_rates except select base, quote from series where source = source_code) added) as is_lacking,
      not exists (select from series where source = source_code) as is_first
  ) document
  where is_judged or distance is not null;
  if (select count(*) from observed) > 2000 then
    analyze observed;
  end if;

  if ( -- planning the update takes long
    select count(*)
    from tables
    cross join (select max(date) as newest from observed where is_judged) staged
    where source = source_code and date between newest - near_days and newest + near_days
      and not exists (select from staged_rates where staged_rates.date = tables.date and fresh)
  ) >= 1 then
    update observed
    set expected = coalesce(implied, it.expected), tolerance = case when implied is null then it.spread else implied_spread end,
      level = width_bucket(log(greatest(
        abs(ln(value::float8 / it.expected)) / (it.spread + step_size), abs(ln(value::float8 / implied)) / (implied_spread + step_size), 1e-9)), 0.5, 8.375, last)
    from (
      select it.*, rounding_error(scale(value)) / value::float8 as step_size
      from expected_rates(source_code) it
      join staged_rates using (base, quote, type, date)
      where days > 0
    ) it
    where (observed.base, observed.quote, observed.type, observed.date) = (it.base, it.quote, it.type, it.date);
  end if;
  perform find_usual(source_code);
  perform find_rare(source_code);
  perform find_odd_tables(source_code);
end $$;
