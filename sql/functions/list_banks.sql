-- Every source with the date of its newest table (null where there is none yet) and the number of dates stored.
create or replace function list_banks()
returns table (
  code text, name text, country text, home_ccy text, kind text, rate_types text[], latest_date date, days_of_history bigint, source_url text)
language sql stable parallel safe
as $$
  select code, name, country, home_currency, kind, rate_types, latest_date, coalesce(days, 0), source_url
  from sources
  left join coverage on source = code
  where active
  order by code
$$;
