-- Stores the rules and jurisdictions of rules/. A changed document becomes a new revision, and a missing one ends. Notifies the channel
-- ratebook of any change.
create or replace function register_rules(listed_jurisdictions jsonb, listed_rules jsonb)
returns void
language plpgsql
as $$
declare
  ended bigint;
  written bigint;
  total bigint := 0;
begin
  -- A read-only role can start the service if there is nothing to write.
  if (select jsonb_agg(document order by code) from jurisdictions where known_until is null)
      is not distinct from (select jsonb_agg(it order by it ->> 'code' collate "C") from jsonb_array_elements(listed_jurisdictions) it)
    and (select jsonb_agg(document order by id) from rules where known_until is null)
      is not distinct from (select jsonb_agg(it order by it ->> 'id' collate "C") from jsonb_array_elements(listed_rules) it)
  then
    return;
  end if;

  perform pg_advisory_xact_lock(hashtext('rules'));
  update jurisdictions set known_until = service_now()
  where known_until is null and not exists (select from jsonb_array_elements(listed_jurisdictions) it where it = document);
  get diagnostics ended = row_count;
  insert into jurisdictions (code, revision, document)
  select it ->> 'code', coalesce(max(revision), 0) + 1, it
  from jsonb_array_elements(listed_jurisdictions) it
  left join jurisdictions on code = it ->> 'code'
  group by it
  having count(*) filter (where code is not null and known_until is null) = 0;
  get diagnostics written = row_count;
  total := ended + written;

  update rules set known_until = service_now()
  where known_until is null and not exists (select from jsonb_array_elements(listed_rules) it where it = document);
  get diagnostics ended = row_count;
  insert into rules (id, revision, in_force, document, sha256)
  select it ->> 'id', coalesce(max(revision), 0) + 1,
    daterange((it #>> '{in_force,from}')::date, (it #>> '{in_force,to}')::date, '[]'), it,
    encode(sha256(convert_to(it::text, 'UTF8')), 'hex')
  from jsonb_array_elements(listed_rules) it
  left join rules on id = it ->> 'id'
  group by it
  having count(*) filter (where id is not null and known_until is null) = 0;
  get diagnostics written = row_count;
  total := total + ended + written;

  if total > 0 then
    perform pg_notify('ratebook', '*');
  end if;
end $$;
