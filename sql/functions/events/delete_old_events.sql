-- Deletes the events and the deliveries of more than thirty days ago.
create or replace function delete_old_events()
returns void
language sql
as $$
  delete from events where at < now() - interval '30 days';
  delete from deliveries where created_at < now() - interval '30 days';
$$;
