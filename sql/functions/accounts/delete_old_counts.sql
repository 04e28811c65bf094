-- Deletes rate-limit windows that have ended, and charges older than the time in which a process may refund them.
create or replace function delete_old_counts()
returns void
language sql
as $$
  delete from windows where ends_at < service_now() - interval '1 minute';
  delete from charges where charged_at < service_now() - interval '1 day';
$$;
