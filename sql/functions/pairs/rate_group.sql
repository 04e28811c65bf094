-- The group of comparable rates to which a rate belongs: `daily` middle and reference rates, `sides` (buying and selling), `commercial` banks,
-- `periods` (a week, a month or longer), or `stale`.
create or replace function rate_group(rate_type text, cadence text, kind text, stale boolean)
returns text
language sql immutable parallel safe
return case
  when stale then 'stale'
  when kind = 'commercial_bank' then 'commercial'
  when cadence <> 'daily' or rate_type ~ 'week|month|quarter|year|end_of_period' then 'periods'
  when rate_type ~ 'buy|sell|bid|ask' then 'sides'
  else 'daily'
end;
