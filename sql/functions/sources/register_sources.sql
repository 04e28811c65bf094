-- Stores the registry of sources (an array of rows of `sources`). A source that is not in it becomes inactive. Notifies the channel
-- ratebook of any change.
create or replace function register_sources(registry jsonb)
returns void
language plpgsql
as $$
declare
  written bigint;
  retired bigint;
begin
  -- A read-only role can start the service if there is nothing to write.
  if not exists (
    select *
    from (select * from jsonb_populate_recordset(null::sources, registry)) listed
    full join (select * from sources where active) known on known.code = listed.code
    where known is distinct from listed
  ) then
    return;
  end if;

  insert into sources as known
  select * from jsonb_populate_recordset(null::sources, registry)
  on conflict (code) do update
  set name = excluded.name, country = excluded.country, home_currency = excluded.home_currency, kind = excluded.kind,
    rate_types = excluded.rate_types, source_url = excluded.source_url, terms_url = excluded.terms_url, timezone = excluded.timezone,
    schedule = excluded.schedule, cadence = excluded.cadence, history_from = excluded.history_from, ended = excluded.ended,
    credentials = excluded.credentials,
    dated = excluded.dated, publishes = excluded.publishes, terms = excluded.terms, notes = excluded.notes, verified = excluded.verified,
    restated = excluded.restated, overwrites = excluded.overwrites, pairs = excluded.pairs,
    closing_days = excluded.closing_days, active = true
  where known is distinct from excluded;
  get diagnostics written = row_count;

  update sources set active = false where active and code <> all (select jsonb_array_elements(registry) ->> 'code');
  get diagnostics retired = row_count;

  if written + retired > 0 then
    perform pg_notify('ratebook', '*');
  end if;
end $$;
