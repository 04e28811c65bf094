-- Holds back what is doubtful and said once: recent rows that find_contradicted, find_doubtful_prices, find_doubtful_rows or
-- find_doubtful_tables finds. A row that the publisher said again is served with the reason as its doubt. A correction is held only if it
-- moves the figure away from the level of the other banks, else from the middle of its neighbours, by more than the usual move. Where most
-- of a table is corrected, its neighbours alone count: expected_rates follows its stored values. Uses the temporary tables of stage_rates.
create or replace function check_recent(source_code text, last_old date)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  perform measure_recent(source_code, last_old);
  perform find_contradicted();
  perform find_doubtful_prices(source_code);
  perform find_doubtful_rows(source_code);
  perform find_doubtful_tables(source_code);

  update recent
  set reason = case when moved_away > limit_off
    then coalesce(reason, describe_ratio(value, former) || ', the stored value, and farther from '
      || case when level is null then 'its neighbours' else 'the other banks' end) end,
    fault = coalesce(fault, 'correction')
  from (
    select base, quote, type, date, level, abs(ln(value::float8 / centre)) - abs(ln(former::float8 / centre)) as moved_away,
      greatest(2 * case when level is null then usual else tolerance end, 0.002) as limit_off
    from recent
    join (select date, 2 * count(former) > count(*) as is_whole from staged_rates group by date) corrected using (date)
    cross join lateral (select case when not is_whole then expected end as level) of_banks
    cross join lateral (select coalesce(level, case when after is null then before else sqrt(before * after) end) as centre) it
    where former is not null
  ) it
  where (recent.base, recent.quote, recent.type, recent.date) = (it.base, it.quote, it.type, it.date)
    and (reason is not null and recent.fault is distinct from 'table' or reason is null);

  update staged_rates
  set fault = case when recent.is_said then null else recent.fault end, reason = case when not recent.is_said then recent.reason end,
    doubt = case when recent.is_said then recent.reason || '; the publisher printed it again' end
  from recent
  where recent.reason is not null
    and (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (recent.base, recent.quote, recent.type,
      recent.date);
end $$;
