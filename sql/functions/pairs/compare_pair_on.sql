-- The rates of compare_pair on a date that were not stale then, as written out. `known` restricts the answer to rates known at that
-- instant.
create or replace function compare_pair_on(source_currency text, target_currency text, wanted date, known timestamptz default null)
returns table (code text, name text, rate numeric, rate_date date, rate_type text, derived boolean, method text, "group" text)
language sql stable parallel safe
as $$
  select code, name, as_written(rate, derived), rate_date, rate_type, derived, method, "group"
  from compare_pair(source_currency, target_currency, wanted, null, wanted, known)
  where not stale
  order by code
$$;
