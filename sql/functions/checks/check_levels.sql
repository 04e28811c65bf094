-- Holds back new values that are too far from their series' neighbours in time, unless the other banks moved with them, or would have (see
-- waits_elsewhere):
-- * alone: off from the days before and after, in the same direction;
-- * the first or the last of its series, off from the nearest day, and after a gap of more than 31 days by more than three times;
-- * the beginning of another level, where that is a power of ten away, or where the other banks agree and did not move. What follows on
--   that level in the document is held back with it.
-- Too far is twelve times what the series usually moves from day to day (the median of up to forty moves around it), though at least 6 % and at
-- most 20 %; at the end of a series at least 12 %. It is 20 % where fewer than ten moves are known, and where no two other banks agree; at the
-- end of a series in turmoil, ten times the median of its last five moves then, and at most 50 %.
-- A step of a value's last digit is never too far, however few its digits. A last value less than three times off is let
-- in if one of a day before, within a tenth of it, waits: that is a level.
create or replace function check_levels(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  -- To plan the rest takes ten times as long as to look at a small document, and where nothing moved nothing is held back.
  if (select count(*) from staged_rates) <= 1000 and not exists (select from values_around_moves(source_code)) then
    return;
  end if;

  with near as materialized (
    select * from values_around_moves(source_code)
  ), measured as materialized (
    select it.base, it.quote, it.type, it.date,
      ln(it.value / max(beside.value) filter (where beside.place = it.place - 1 and beside.date >= it.date - 31)) as up,
      ln(it.value / max(beside.value) filter (where beside.place = it.place + 1 and beside.date <= it.date + 31)) as down,
      ln(it.value / coalesce(
        (array_agg(beside.value order by beside.place desc) filter (where beside.place < it.place and not beside.is_new))[1],
        percentile_cont(0.5) within group (order by beside.value))) as off_level,
      case when count(beside.move) filter (where beside.place not in (it.place, it.place + 1)) < 10 then ln(1.2)
        else least(ln(1.2), greatest(ln(1.06), 12 * percentile_cont(0.5) within group (order by abs(beside.move)) filter (where beside.place not in (it.place, it.place + 1)))) end as bound,
      case when count(beside.move) filter (where beside.place between it.place - 5 and it.place - 1) = 5
        then least(ln(1.5), 10 * percentile_cont(0.5) within group (order by abs(beside.move)) filter (where beside.place between it.place - 5 and it.place - 1)) end as turmoil
    from near it
    join near beside on (beside.base, beside.quote, beside.type) = (it.base, it.quote, it.type)
      and beside.place between it.place - 20 and it.place + 20 and beside.place <> it.place
    where it.is_moved
    group by it.base, it.quote, it.type, it.date, it.value, it.place
  ), others as (
    select near.*, off_level, bound, greatest(ln(1.2), turmoil) as end_bound, coalesce(up * down > 0 and least(abs(up), abs(down)) > bound, false) as is_alone, least(abs(up), abs(down)) as off_both
    from near
    left join measured using (base, quote, type, date)
  ), neighbours as (
    select *, lag(value) over series as before, lag(date) over series as day_before,
      lead(value) over series as after, lead(date) over series as day_after, lead(not is_new) over series as is_after_stored
    from others
    where not is_alone
    window series as (partition by base, quote, type order by date)
  ), suspected as (
    select base, quote, type, date, value, digits, bound, end_bound, near_value, near_day, kind, ln(value / near_value) as off, abs(ln(value / near_value)) as least_off
    from neighbours
    cross join lateral (
      select before as near_value, day_before as near_day, case when after is null then 'end' else 'level' end as kind
      where abs(ln(value / before)) > case when day_before < date - 31 then ln(3) when after is null then greatest(bound, ln(1.12)) else ln(1.2) end
        and (after is null or abs(off_level) > ln(1.2))
      union all
      select after, day_after, case when before is null then 'end' else 'level' end
      where abs(ln(value / after)) > case when day_after > date + 31 then ln(3) when before is null then greatest(bound, ln(1.12)) else ln(1.2) end
        and (before is null or is_after_stored)
    ) near
    where is_moved and abs(near_day - date) <= 400
    union all
    select others.base, others.quote, others.type, others.date, others.value, others.digits, others.bound, others.end_bound, nearest.value, nearest.date, 'alone', ln(others.value / nearest.value), off_both
    from others
    cross join lateral (
      select value, date
      from neighbours
      where (base, quote, type) = (others.base, others.quote, others.type)
      order by abs(date - others.date), date
      limit 1
    ) nearest
    where is_alone
  ), judged as (
    select distinct on (base, quote, type, date) suspected.*, consensus.median, consensus.banks,
      case when abs(near_day - date) > 31 then ln(3) when consensus.median is null then case kind when 'end' then end_bound else ln(1.2) end else limit_off end as limit_off
    from suspected
    left join lateral consensus_of(source_code, base, quote, date) consensus on true
    left join lateral consensus_of(source_code, base, quote, near_day) former on true
    cross join lateral (select case kind when 'level' then ln(1.2) when 'end' then greatest(bound, ln(1.12)) else bound end as limit_off) usual
    where abs(value - near_value) > 1.5 * 10.0 ^ -digits and case
      when consensus.median is null then is_power_of_ten(value / near_value)
        or kind = 'alone' and least_off > ln(1.2) and abs(off) > bound
        or kind = 'end' and abs(off) > end_bound and (abs(off) > ln(3) or days_on_level(source_code, base, quote, type, date, value) = 0)
      when abs(ln(value / consensus.median)) <= 0.05 then false
      else coalesce(abs(off - ln(consensus.median / former.median)), abs(off)) > limit_off
    end and not waits_elsewhere(source_code, base, quote, date, off)
    order by base, quote, type, date, kind
  ), followed as (
    select it.base, it.quote, it.type, it.date, judged.date as since
    from judged
    join staged_rates it on (it.base, it.quote, it.type) = (judged.base, judged.quote, judged.type)
      and it.fresh and it.former is null and it.reason is null and sign(it.date - judged.date) = sign(judged.date - near_day)
    where kind = 'level' and abs(ln(it.value / judged.value)) < ln(1.2)
  )
  update staged_rates
  set fault = 'level', reason = case when near_value is null then format('continues the level of %s, which is held', since)
    else format('%s on %s; %s', compared_with(staged_rates.value, near_value::numeric), near_day, limit_in_words(limit_off)) end ||
    case when median is null then '' else '; ' || banks_in_words(banks, median) end
  from (select base, quote, type, date from judged union select base, quote, type, date from followed) held
  left join judged using (base, quote, type, date)
  left join (select base, quote, type, date, min(since) as since from followed group by base, quote, type, date) followed using (base, quote, type, date)
  where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (held.base, held.quote, held.type, held.date);
end $$;
