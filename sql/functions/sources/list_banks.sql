-- Every active source with its identity, the date of its newest table (null if there is none) and the number of stored dates.
create or replace function list_banks()
returns table (
  code text, name text, country text, home_ccy text, kind text, rate_types text[], latest_date date, days_of_history bigint,
  source_url text,
  dated text, publishes text, notes text, terms text, verified text)
language sql stable parallel safe
as $$
  select code, name, country, home_currency, kind, rate_types, latest_date, coalesce(days, 0), source_url,
    dated, publishes, notes, terms, verified
  from sources
  left join coverage on source = code
  where active
  order by code
$$;
