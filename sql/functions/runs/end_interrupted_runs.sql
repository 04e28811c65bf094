-- Marks as failed the runs whose worker no longer holds the lock of their source, because it was killed, and keeps the days that they
-- did not read (see keep_unread_days).
create or replace function end_interrupted_runs()
returns void
language plpgsql
as $$
declare
  interrupted bigint;
begin
  for interrupted in
    update runs
    set status = 'failed', finished_at = service_now(), error = 'interrupted'
    where status = 'running' and not exists (
      select from pg_locks
      where locktype = 'advisory' and classid = hashtext('ratebook')::oid and objid = hashtext(source)::oid
        and database = (select oid from pg_database where datname = current_database()))
    returning id
  loop
    perform keep_unread_days(interrupted);
  end loop;
end $$;
