-- A correction that moves a figure away from the level of the other banks, or from the middle of its neighbours, by more than its series
-- usually moves. Where most of a table is corrected, only its neighbours count, because `expected` follows its stored values.
create or replace function rule_correction()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, describe_ratio(value, former) || ', the stored value, and farther from '
    || case when level is null then 'its neighbours' else 'the other banks' end
  from figures
  join measured_tables using (date)
  cross join lateral (select case when 2 * corrected <= stored then expected end as level) it
  where may_wait and former <> value and case when level is null then away_of_neighbours(value, former, before, after)
      else abs(ln(value::float8 / level)) - abs(ln(former::float8 / level)) end
    > greatest(case when level is null then usual else figures.tolerance end, 0.002)
$$;
