-- Holds back what would replace stored values and cannot be trusted. A correction is
-- * better or worse, where the other banks (its table beside them, see expected_rates, else its pair, else the neighbouring days) are nearer to
--   it, or to what is stored, by more than they usually differ. Its pair comes first where three banks or more are closer to one another than its
--   table is to them, and near one of the two values;
-- * copied, where its value is stored for another day of the series or for another rate of the day.
-- The others make no correction of a rate for a month or longer better that changes less than a third: theirs are of a day.
-- A correction is right, too, where the other prices of its currency in its table fit it and not what is stored, and wrong the other way round
-- (see gaps_in_tables).
-- What is worse waits; what is neither waits if it is copied, changes more than 2 %, or is of a day before the source's newest by more than the
-- series usually moves from day to day: publishers mend a table while it is their newest, and later little. Where at least half of its table stays as
-- it is, the newest day's waits too by more than that move, though at least 0.3 %. Where one waits, all of the document wait that are not better, and so do five or more together; with them the new days of series
-- of which the document says nothing that is stored. A document that is read again with today's adapter may correct any number, and old days.
create or replace function check_corrections(source_code text, is_reparse boolean)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
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
  ), gaps as materialized ( -- a correction is wrong where what is stored fits most other columns of its table and it does not, right the other way round
    select base, quote, type, date,
      2 * count(*) filter (where is_broken) > count(*) or coalesce(bool_or(is_broken) filter (where days is null), false) as is_broken,
      case when 2 * count(*) filter (where is_mended) > count(*) then min(abs(former_off)) filter (where is_mended) end as mended_by,
      (array_agg(beside order by is_broken desc, abs(off) desc))[1] as beside, (array_agg(expected order by is_broken desc, abs(off) desc))[1] as usual_value
    from gaps_in_tables(source_code)
    cross join lateral (select greatest(spread, rounding) as limit_off) it
    cross join lateral (select abs(off) > greatest(limit_off, 3 * abs(former_off)) as is_broken, abs(former_off) > greatest(limit_off, 3 * abs(off)) as is_mended) fits
    where days is null or days > 0 or is_centred
    group by base, quote, type, date
  ), tables_changed as materialized (
    select date, 2 * count(*) filter (where fresh and former <> value) <= count(*) as is_partly
    from staged_rates
    where former is not null
    group by date
  ), weighed as materialized (
    select it.*, coalesce(moves >= 5 and abs(ln(value / former)) <= usual_move, false) as is_small, coalesce(is_broken, false) as is_broken,
      coalesce(mended_by >= abs(ln(value / former)) / 2, false) as is_mended, beside, usual_value, abs(ln(value / former)) as size, consensus.median, consensus.banks, expected,
      case when is_partly and not is_reparse then least(ln(1.02), greatest(ln(1.003), case when moves >= 5 then usual_move end)) else ln(1.02) end as limit_off,
      coalesce(abs(ln(value / expected)), abs(ln(value / median)), abs(ln(value) - level)) as distance,
      coalesce(abs(ln(former / expected)), abs(ln(former / median)), abs(ln(former) - level)) as former_distance,
      case
        when expected is not null then greatest(case when days < 2 then 0.002 else 0.001 end, 3 * expectations.spread)
        when median is not null then beside_banks.tolerance
        when moves >= 5 then case when usual_move = 0 then 0 else greatest(0.003, 3 * usual_move) end
        else 0.02
      end as tolerance
    from (
      select base, quote, type, date, value::float8 as value, former::float8 as former
      from staged_rates
      where fresh and former <> value
      order by date desc, base, quote, type
      limit 200 -- a document with more of them waits for their number alone
    ) it
    join tables_changed using (date)
    left join lateral consensus_of(source_code, base, quote, date) consensus on true
    cross join lateral (
      select greatest(2 * consensus.spread, case when consensus.banks >= 3 then least(0.002, 6 * consensus.spread) else 0.002 end) as tolerance,
        least(abs(ln(value / median)), abs(ln(former / median))) <= greatest(2 * consensus.spread, 0.0001) as is_near
    ) beside_banks
    left join lateral (
      select expected, spread, days
      from expectations
      where (expectations.base, expectations.quote, expectations.type, expectations.date) = (it.base, it.quote, it.type, it.date)
        and abs(ln(value / former)) <= ln(1.1) -- a stored table may be wrong as a whole: other banks have the word about more
        and not coalesce(consensus.banks >= 3 and case when days < 2 then consensus.spread < spread else is_near and beside_banks.tolerance < 3 * spread end, false)
    ) expectations on true
    left join gaps using (base, quote, type, date)
    left join lateral series_around(source_code, base, quote, type, date) around on true
    left join lateral (select case when before is null then ln(after) when after is null then ln(before) else (ln(before) + ln(after)) / 2 end as level) between_them on true
  ), judged as (
    select weighed.*, other_day.day, other_rate.base as other_base, other_rate.quote as other_quote, other_rate.type as other_type,
      not is_broken and (is_mended or (is_frequent or size > ln(1.35)) and coalesce(distance + size / 2 <= former_distance and size > tolerance, false)) as is_better,
      is_broken or not is_mended and coalesce(former_distance + size / 2 <= distance and size > tolerance, false) as is_worse
    from weighed
    left join lateral (
      select min(rates.date) as day
      from rates
      where source = source_code and base = weighed.base and quote = weighed.quote and type = weighed.type
        and rates.date between weighed.date - 45 and weighed.date + 45 and rates.date <> weighed.date and rates.value::float8 = weighed.value
      having count(*) <= 2 -- what a series often is says nothing
    ) other_day on true
    left join lateral (
      select base, quote, type
      from rates
      where source = source_code and rates.date = weighed.date and rates.value::float8 = weighed.value
        and (base, quote, type) <> (weighed.base, weighed.quote, weighed.type)
      order by base, quote, type
      limit 1
    ) other_rate on true
  ), held as (
    update staged_rates
    set fault = 'correction', reason = format('%s, the stored value; ', compared_with(staged_rates.value, staged_rates.former)) ||
      case
        when day is not null then format('%s has the same', day)
        when other_base is not null then format('%s/%s %s has the same', other_base, other_quote, other_type)
        when is_broken then format('beside %s it would be %s', beside, round_significant(usual_value::numeric, 6))
        when expected is not null then format('the other banks imply %s', round_significant(expected::numeric, 6))
        when median is not null then banks_in_words(banks, median)
        when is_worse then 'the days around it are closer to the stored value'
        else 'nothing supports the correction'
      end
    from judged
    where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (judged.base, judged.quote, judged.type, judged.date)
      and (is_worse or not is_better and (
        day is not null
        or other_base is not null
        or size > limit_off
        or judged.date < newest and not is_small and not is_reparse
      ))
  )
  select total - count(*) filter (where is_better) from judged into unsupported;

  if not is_reparse and (unsupported >= 5 or exists (select from staged_rates where fault = 'correction')) then
    update staged_rates
    set fault = 'correction', reason = format('%s, the stored value; one of %s corrections in this document, %s of them unsupported', compared_with(staged_rates.value, former), total, unsupported)
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
