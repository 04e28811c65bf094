-- Deletes what was mailed to a user for a new password.
create or replace function forget_resets(person text)
returns void
language sql
as $$
  delete from verifications where value = person
$$;
