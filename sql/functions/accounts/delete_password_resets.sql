-- Deletes the password-reset tokens of a user.
create or replace function delete_password_resets(person text)
returns void
language sql
as $$
  delete from verifications where value = person
$$;
