-- Holds back corrections of stored values that nothing supports.
-- * A correction is better if the other banks are closer to it than to the stored value by more than they usually differ, and worse if it is the other
--   way round. The comparison is with the rates that the banks imply for its table (see expected_rates), else with their consensus on its pair, else with
--   the neighbouring days. The consensus comes first if three banks or more are closer to one another than to the table, and near one of the two values.
--   A correction of a rate for a month or longer is not better by this if it changes less than a third, because the banks' rates are of a day.
-- * It is also better if the other prices of its currency in its table fit it and not the stored value, and worse the other way round (see column_gaps).
-- * It is copied if its value is stored for another day of the series or for another rate of the day.
-- Worse corrections are held. One that is neither is held if it is copied, changes more than 2 %, or is of a day before the source's newest by more than
-- the usual daily move of the series, because publishers rarely correct older tables. If at least half of its table is unchanged, the limit is that move
-- too, at least 0.3 %.
-- If one is held, or five or more are unsupported, so are all corrections of the document that are not better, and new days of series whose stored values
-- all change. A reparse may correct any number of values, and old days. Uses the temporary table staged_rates.
create or replace function check_corrections(source_code text, is_reparse boolean)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  max_unsupported constant integer := 4;
  max_compared constant integer := 200; -- a document with more corrections is held for their number
  large_change constant float8 := ln(1.02);
  small_change constant float8 := ln(1.003);
  table_error constant float8 := ln(1.1); -- a larger change may mean that the stored table is wrong as a whole
  period_change constant float8 := ln(1.35);
  daily_tolerance constant float8 := 0.003;
  bank_tolerance constant float8 := 0.002;
  bank_precision constant float8 := 0.0001;
  learnt_tolerance constant float8 := 0.001; -- beside at least two other tables
  default_tolerance constant float8 := 0.02;
  many_banks constant integer := 3;
  few_days constant integer := 2;
  copy_days constant integer := 45;
  max_copies constant integer := 2; -- a value that a series has more often is no evidence of a copy
  min_moves constant integer := min_sample_size();
  total bigint;
  unsupported bigint;
  newest date;
  is_frequent boolean;
begin
  select count(*) into total from staged_rates where fresh and former <> value;
  if total = 0 then
    return;
  end if;
  select latest_date, cadence in ('daily', 'weekly') into newest, is_frequent from coverage join sources on code = source where source = source_code;

  with expectations as materialized (
    select * from expected_rates(source_code)
  ), gaps as materialized ( -- whether the stored value or the correction fits most other columns of the table
    select base, quote, type, date,
      2 * count(*) filter (where is_misfit) > count(*) or coalesce(bool_or(is_misfit) filter (where days is null), false) as is_misfit,
      case when 2 * count(*) filter (where is_fitting) > count(*) then min(abs(former_off)) filter (where is_fitting) end as improvement,
      (array_agg(beside order by is_misfit desc, abs(off) desc))[1] as beside, (array_agg(expected order by is_misfit desc, abs(off) desc))[1] as usual_value
    from column_gaps(source_code)
    cross join lateral (select greatest(spread, rounding) as limit_off) it
    cross join lateral (select abs(off) > greatest(limit_off, 3 * abs(former_off)) as is_misfit, abs(former_off) > greatest(limit_off, 3 * abs(off)) as is_fitting) fits
    where days is null or days > 0 or is_centred
    group by base, quote, type, date
  ), tables_changed as materialized (
    select date, 2 * count(*) filter (where fresh and former <> value) <= count(*) as is_partly
    from staged_rates
    where former is not null
    group by date
  ), measured as materialized (
    select it.*, coalesce(moves >= min_moves and abs(ln(value / former)) <= usual_move, false) as is_small, coalesce(is_misfit, false) as is_misfit,
      coalesce(improvement >= abs(ln(value / former)) / 2, false) as is_fitting, beside, usual_value, abs(ln(value / former)) as size,
      consensus.median, consensus.banks, expected,
      case
        when is_partly and not is_reparse then least(large_change, greatest(small_change, case when moves >= min_moves then usual_move end))
        else large_change
      end as limit_off,
      coalesce(abs(ln(value / expected)), abs(ln(value / median)), abs(ln(value) - level)) as distance,
      coalesce(abs(ln(former / expected)), abs(ln(former / median)), abs(ln(former) - level)) as former_distance,
      case
        when expected is not null then greatest(case when days < few_days then bank_tolerance else learnt_tolerance end, 3 * expectations.spread)
        when median is not null then beside_banks.tolerance
        when moves >= min_moves then case when usual_move = 0 then 0 else greatest(daily_tolerance, 3 * usual_move) end
        else default_tolerance
      end as tolerance
    from (
      select base, quote, type, date, value::float8 as value, former::float8 as former
      from staged_rates
      where fresh and former <> value
      order by date desc, base, quote, type
      limit max_compared
    ) it
    join tables_changed using (date)
    left join lateral consensus_of(source_code, base, quote, date) consensus on true
    cross join lateral (
      select greatest(2 * consensus.spread, case when consensus.banks >= many_banks then least(bank_tolerance, 6 * consensus.spread) else bank_tolerance end) as tolerance,
        least(abs(ln(value / median)), abs(ln(former / median))) <= greatest(2 * consensus.spread, bank_precision) as is_near
    ) beside_banks
    left join lateral (
      select expected, spread, days
      from expectations
      where (expectations.base, expectations.quote, expectations.type, expectations.date) = (it.base, it.quote, it.type, it.date)
        and abs(ln(value / former)) <= table_error
        and not coalesce(
          consensus.banks >= many_banks and case when days < few_days then consensus.spread < spread else is_near and beside_banks.tolerance < 3 * spread end, false)
    ) expectations on true
    left join gaps using (base, quote, type, date)
    left join lateral neighbouring_rates(source_code, base, quote, type, date) around on true
    left join lateral (select case when before is null then ln(after) when after is null then ln(before) else (ln(before) + ln(after)) / 2 end as level) between_them on true
  ), rated as (
    select measured.*, other_day.day, other_rate.base as other_base, other_rate.quote as other_quote, other_rate.type as other_type,
      not is_misfit and (is_fitting or (is_frequent or size > period_change) and coalesce(distance + size / 2 <= former_distance and size > tolerance, false)) as is_better,
      is_misfit or not is_fitting and coalesce(former_distance + size / 2 <= distance and size > tolerance, false) as is_worse
    from measured
    left join lateral (
      select min(rates.date) as day
      from rates
      where source = source_code and base = measured.base and quote = measured.quote and type = measured.type
        and rates.date between measured.date - copy_days and measured.date + copy_days and rates.date <> measured.date and rates.value::float8 = measured.value
      having count(*) <= max_copies
    ) other_day on true
    left join lateral (
      select base, quote, type
      from rates
      where source = source_code and rates.date = measured.date and rates.value::float8 = measured.value
        and (base, quote, type) <> (measured.base, measured.quote, measured.type)
      order by base, quote, type
      limit 1
    ) other_rate on true
  ), held as (
    update staged_rates
    set fault = 'correction', reason = format('%s, the stored value; ', describe_ratio(staged_rates.value, staged_rates.former)) ||
      case
        when day is not null then format('%s has the same', day)
        when other_base is not null then format('%s/%s %s has the same', other_base, other_quote, other_type)
        when is_misfit then format('beside %s it would be %s', beside, round_significant(usual_value::numeric, 6))
        when expected is not null then format('the other banks imply %s', round_significant(expected::numeric, 6))
        when median is not null then describe_consensus(banks, median)
        when is_worse then 'the days around it are closer to the stored value'
        else 'nothing supports the correction'
      end
    from rated
    where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (rated.base, rated.quote, rated.type, rated.date)
      and (is_worse or not is_better and (
        day is not null
        or other_base is not null
        or size > limit_off
        or rated.date < newest and not is_small and not is_reparse
      ))
  )
  select total - count(*) filter (where is_better) from rated into unsupported;

  if not is_reparse and (unsupported > max_unsupported or exists (select from staged_rates where fault = 'correction')) then
    update staged_rates
    set fault = 'correction', reason = format('%s, the stored value; one of %s corrections in this document, %s of them unsupported',
      describe_ratio(staged_rates.value, former), total, unsupported)
    where fresh and former <> value and reason is null;
  end if;

  update staged_rates
  set fault = 'correction', reason = 'is new in a document that changes every stored value of its series'
  from (
    select base, quote, type
    from staged_rates
    where former is not null
    group by base, quote, type
    having count(*) >= 2 and bool_and(reason is not null)
  ) changed
  where fresh and former is null
    and (staged_rates.base, staged_rates.quote, staged_rates.type) = (changed.base, changed.quote, changed.type);
end $$;
