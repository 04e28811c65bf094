-- A source with an amount converted at the newest rate of a pair on or before a date. Without a date it is the newest of all, or the one in
-- force today if the source dates its rates by the start of their validity. The row has the exact product with the rate as written out, the
-- method, and the published rates from which a derived rate comes. Nulls if the pair does not resolve, and no row if the source is unknown.
create or replace function convert_amount(source_code text, source_currency text, target_currency text, amount numeric,
  wanted date, today date)
returns table (
  bank text, name text, rate_types text[], source_url text, terms_url text, latest_date date, dated text, converted numeric, rate numeric,
  rate_date date, rate_type text, derived boolean, method text, legs json, in_force boolean)
language sql stable parallel safe
as $$
  select code, name, rate_types, source_url, terms_url, latest_date, dated, trim_scale(amount * written), written,
    coalesce(found.date, par.date), coalesce(rate_type, par.type), coalesce(derived, par.date is not null),
    case when par.date is null then method else 'cross' end,
    case when method = 'published' or par.date is not null then '[]' else legs end, coalesce(in_force, par.date is not null)
  from find_bank(source_code) bank
  cross join lateral (select coalesce(wanted, case dated when 'effective' then today else 'infinity' end) as newest) day
  left join lateral resolve_pair(source_code, source_currency, target_currency, newest) found on true
  left join lateral par_rate(source_code, source_currency, target_currency, newest, null) par on found.date is null
  cross join lateral (select case when par.date is null then as_written(rate, derived) else 1 end as written) output
$$;
