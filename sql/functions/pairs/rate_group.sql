-- The group of rates with which a rate can be compared: `daily` middle and reference rates, the `sides` (buying and selling), those of `commercial` banks, those for
-- `periods` (a week, a month or longer), and `stale` ones.
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
