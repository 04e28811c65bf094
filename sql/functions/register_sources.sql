-- Writes what the registry says of each source (an array of rows of `sources`); one that is not among them is no longer active.
create or replace function register_sources(registry jsonb)
returns void
language sql
as $$
  insert into sources
  select * from jsonb_populate_recordset(null::sources, registry)
  on conflict (code) do update
  set name = excluded.name, country = excluded.country, home_currency = excluded.home_currency, kind = excluded.kind,
    rate_types = excluded.rate_types, source_url = excluded.source_url, terms_url = excluded.terms_url, timezone = excluded.timezone,
    schedule = excluded.schedule, cadence = excluded.cadence, history_from = excluded.history_from, credentials = excluded.credentials,
    active = true;
  update sources set active = false where active and code <> all (select jsonb_array_elements(registry) ->> 'code');
$$;
