-- The newest rate of a pair on or before a date at each bank, by code, as written out, with its group (see rate_group). Rates that were
-- stale then and composites are excluded. `known` restricts the answer to rates known at that instant.
create or replace function compare_pair_on(source_currency text, target_currency text, wanted date, known timestamptz default null)
returns table (code text, name text, rate numeric, rate_date date, rate_type text, derived boolean, method text, "group" text)
language sql stable parallel safe
as $$
  select code, name, as_written(rate, derived), date, rate_type, derived, method,
    rate_group(sources, rate_type, date, wanted, false)
  from resolve_pair(null, source_currency, target_currency, wanted, null, known) resolved
  join sources on sources.code = resolved.source
  where active and kind <> 'composite' and date >= wanted - stale_days()
  order by code
$$;
