-- Deletes expired sessions and expired mailed tokens.
create or replace function delete_expired()
returns void
language sql
as $$
  delete from sessions where expires_at < now();
  delete from verifications where expires_at < now();
$$;
