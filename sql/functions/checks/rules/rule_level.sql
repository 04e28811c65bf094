-- A figure far from the rate that the other banks or a peg imply: after the largest move of its past, or without a past. Excludes foreign
-- currencies with multiple exchange rates and, without a past, home currencies with them.
create or replace function rule_level()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, describe_level(value, expected, implied_by) || case when days = 0 and moves = 0
    then '; of its series no table is known' else '' end
  from figures
  cross join measured_document
  cross join lateral (select abs(ln(value::float8 / expected)) as off,
    cadence in ('daily', 'weekly') and not is_for_period(type) as is_current, 10.0::float8 ^ -scale(value) / value::float8 as digit) it
  where may_wait and former is null and not confirms
    and not exists (select from regimes where currency in (base, quote) and (moves = 0 or currency <> home) and since <= date
      and coalesce(until, date) >= date)
    and case when moves < (select setting('past_least')) and days = 0 or not is_current
        then off > ln(1 + case when is_current then (select setting('level_first')) else (select setting('level_period')) end) + digit
          and (moves < (select setting('past_least')) or abs(step) > largest)
      else days > 2
        and off > greatest((select setting('level_factor')) * tolerance, (select setting('level_least'))) + coalesce(rounding, 0)
        and abs(step) > largest and off > abs(ln(before / expected)) end
$$;
