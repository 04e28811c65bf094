-- The instant of a change to the rates of a source, later than that of every earlier change, so that each change has its own instant. Locks
-- the source until the transaction ends.
create or replace function next_instant(source_code text)
returns timestamptz
language plpgsql
as $$
declare
  newest timestamptz;
begin
  perform pg_advisory_xact_lock(hashtext('merge'), hashtext(source_code));
  select max(known_at) into newest from log_entries where source = source_code;
  return greatest(service_clock(), newest + interval '1 microsecond');
end $$;
