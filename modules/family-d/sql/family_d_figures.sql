-- The rate of one US dollar in some currencies (null means all) at some sources (null means those of the blend), as resolve_pair derives
-- it: one row for each source, currency and table of a window.
create or replace function family_d_figures(banks text[], currencies text[], from_date date, to_date date)
returns table (bank text, currency text, date date, rate numeric)
language sql stable parallel safe
as $$
  select distinct on (code, target, derivations.date) code, target, derivations.date, derivations.rate
  from sources
  cross join lateral rate_derivations(code, 'USD', currencies, from_date, to_date) derivations
  where active and kind <> 'composite' and (code = any(banks) or banks is null and family_d_blends(kind, cadence))
  order by code, target, derivations.date, priority
$$;
