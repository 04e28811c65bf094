-- The sources with rates, as family d lists them, with the number of scheduled tables that are missing.
create or replace function family_d_banks(today date)
returns table (
  key text, name text, country text, kind text, rate_type text, home_currency text, source_url text, terms_url text, start_date date,
  end_date date, cadence text, missed integer, currencies text[])
language sql stable parallel safe
as $$
  select upper(code), sources.name, sources.country, sources.kind, rate_types[1], sources.home_currency, sources.source_url,
    sources.terms_url,
    min(first_date), max(last_date), sources.cadence, max(states.missed),
    array(select distinct unnest(array_agg(base) || array_agg(quote)) order by 1)
  from sources
  join series on series.source = code
  left join source_states(today) states using (code)
  where active and sources.kind not in ('composite', 'commercial_bank')
  group by code
  order by upper(code)
$$;
