-- The group of comparable rates to which a rate belongs: `daily` middle and reference rates, `sides` (buying and selling), `commercial`
-- banks, `periods` (a week, a month or longer), or `stale`. A source that publishes seldom may still print a rate for each day (`is_daily`,
-- see has_daily_rates).
create or replace function rate_group(rate_type text, is_daily boolean, kind text, stale boolean)
returns text
language sql immutable parallel safe
return case
  when stale then 'stale'
  when kind = 'commercial_bank' then 'commercial'
  when not is_daily or rate_type ~ 'week|month|quarter|year|end_of_period' then 'periods'
  when rate_type ~ 'buy|sell|bid|ask' then 'sides'
  else 'daily'
end;
