-- The newest rate of a pair at each bank that can give it, by code, and whether it is stale: more than stale_days() old, or
-- no longer in force at its bank, and the kind of the bank. A composite is no bank.
create or replace function compare_pair(source_currency text, target_currency text, today date, wanted_type text default null)
returns table (code text, name text, rate numeric, rate_date date, rate_type text, derived boolean, method text, valid_from date, valid_to date, stale boolean, kind text)
language sql stable parallel safe
as $$
  select code, name, rate, date, rate_type, derived, method, valid_from, valid_to, not in_force or date < today - stale_days(), kind
  from resolve_pair(null, source_currency, target_currency, 'infinity', wanted_type) resolved
  join sources on sources.code = resolved.source
  where active and kind <> 'composite'
  order by code
$$;
