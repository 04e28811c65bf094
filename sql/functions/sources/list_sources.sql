-- Every active source, or one, by code, with its identity, its extent and its freshness.
create or replace function list_sources(today date, source_code text default null)
returns table (
  code text, name text, country text, home_ccy text, kind text, rate_types text[], cadence text, latest_date date, days_of_history bigint,
  stale boolean, overdue boolean, missed integer, source_url text, terms_url text,
  dated text, publishes text, notes text, terms text, verified text)
language sql stable parallel safe
as $$
  select code, name, country, home_currency, kind, rate_types, cadence, fresh.latest_date, coalesce(days, 0),
    stale, overdue, missed, source_url, terms_url, dated, publishes, notes, terms, verified
  from freshness(today, source_code) fresh
  join sources using (code)
  left join coverage on source = code
  order by code
$$;
