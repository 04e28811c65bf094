-- Deletes events and deliveries older than thirty days.
create or replace function delete_old_events()
returns void
language sql
as $$
  delete from events where at < service_now() - interval '30 days';
  delete from deliveries where created_at < service_now() - interval '30 days';
$$;
