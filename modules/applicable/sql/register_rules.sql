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
      is not distinct from (select jsonb_agg(listed order by listed ->> 'code' collate "C")
        from jsonb_array_elements(listed_jurisdictions) listed)
    and (select jsonb_agg(document order by id) from rules where known_until is null)
      is not distinct from (select jsonb_agg(listed order by listed ->> 'id' collate "C") from jsonb_array_elements(listed_rules) listed)
  then
    return;
  end if;

  perform pg_advisory_xact_lock(hashtext('rules'));
  update jurisdictions set known_until = service_now()
  where known_until is null and not exists (select from jsonb_array_elements(listed_jurisdictions) listed where listed = document);
  get diagnostics ended = row_count;
  insert into jurisdictions (code, revision, document)
  select listed ->> 'code', coalesce(max(revision), 0) + 1, listed
  from jsonb_array_elements(listed_jurisdictions) listed
  left join jurisdictions on code = listed ->> 'code'
  group by listed
  having count(*) filter (where code is not null and known_until is null) = 0;
  get diagnostics written = row_count;
  total := ended + written;

  update rules set known_until = service_now()
  where known_until is null and not exists (select from jsonb_array_elements(listed_rules) listed where listed = document);
  get diagnostics ended = row_count;
  insert into rules (id, revision, in_force, document, sha256)
  select listed ->> 'id', coalesce(max(revision), 0) + 1,
    daterange((listed #>> '{in_force,from}')::date, (listed #>> '{in_force,to}')::date, '[]'), listed,
    encode(sha256(convert_to(listed::text, 'UTF8')), 'hex')
  from jsonb_array_elements(listed_rules) listed
  left join rules on id = listed ->> 'id'
  group by listed
  having count(*) filter (where id is not null and known_until is null) = 0;
  get diagnostics written = row_count;
  total := total + ended + written;

  if total > 0 then
    perform pg_notify('ratebook', '*');
  end if;
end $$;
