-- Holds back new values that stand out of their table where it is held against the other banks (see expected_rates), by more than eight times what
-- is usual and at least a tenth, or 6 % where the series is known on five days or more around it. At a usual distance learnt from fewer than
-- two days nothing is held back here; see check_new_series. One that is held back for the third day in a row is a level: it is let in.
-- A bank that is the first to publish after a market moved must get through, so that less is not held back.
create or replace function check_tables(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  -- To plan the rest takes a quarter of the time of a small load.
  if (
    select count(*)
    from tables
    cross join (select max(date) as newest from staged_rates where fresh and reason is null) staged
    where source = source_code and date between newest - 31 and newest + 31 and not exists (select from staged_rates where staged_rates.date = tables.date and fresh)
  ) < 2 then
    return; -- no usual distance can be learnt
  end if;

  update staged_rates
  set fault = 'level', reason = format('%s, which the other banks imply; %s', compared_with(staged_rates.value, round_significant(expected::numeric, 6)), limit_in_words(limit_off))
  from expected_rates(source_code) it
  cross join lateral (select greatest(8 * spread, case when days >= 5 then ln(1.06) else ln(1.1) end) as limit_off) own
  where fresh and former is null and reason is null and days >= 2
    and (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (it.base, it.quote, it.type, it.date)
    and abs(staged_rates.value::float8 - expected) > 1.5 * 10.0 ^ -scale(staged_rates.value)
    and abs(ln(staged_rates.value::float8 / expected)) > limit_off
    and days_on_level(source_code, staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date, staged_rates.value::float8) < 2
    and not waits_elsewhere(source_code, staged_rates.base, staged_rates.quote, staged_rates.date, ln(staged_rates.value::float8 / expected));
end $$;
