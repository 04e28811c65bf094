-- The rates of a pair at one bank, ascending: one for each table of the window that gives the pair, by the rule of resolve_pair.
create or replace function pair_history(
  source_code text, source_currency text, target_currency text, from_date date, to_date date, wanted_type text default null, known timestamptz default null)
returns table (date date, rate numeric, rate_type text, method text, derived boolean, valid_from date, valid_to date)
language sql stable parallel safe
as $$
  select distinct on (derivations.date) derivations.date, rate, rate_type, method, method <> 'published', derivations.valid_from, derivations.valid_to
  from rate_derivations(source_code, source_currency, array[target_currency], from_date, to_date, wanted_type, known) derivations
  order by derivations.date, priority
$$;
