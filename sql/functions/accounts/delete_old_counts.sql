-- Deletes rate-limit windows that have ended, and charges that are too old to be refunded.
create or replace function delete_old_counts()
returns void
language sql
as $$
  delete from windows where ends_at < service_now() - interval '1 minute';
  delete from charges where charged_at < service_now() - interval '1 day';
$$;
