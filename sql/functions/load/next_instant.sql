-- The instant at which a transaction changes the rates of a source. It alone does so until it ends, and the instant is later than that of
-- every change before, so that revisions follow one another and each change is found by its instant.
create or replace function next_instant(source_code text)
returns timestamptz
language plpgsql
as $$
declare
  newest timestamptz;
begin
  perform pg_advisory_xact_lock(hashtext('merge'), hashtext(source_code));
  select max(known_at) into newest from log_entries where source = source_code;
  return greatest(clock_timestamp(), newest + interval '1 microsecond');
end $$;
