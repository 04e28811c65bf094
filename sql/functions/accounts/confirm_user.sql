-- Notes that a user has read what was mailed to the user's address.
create or replace function confirm_user(person text)
returns void
language sql
as $$
  update users set email_verified = true, updated_at = now()
  where id = person and not email_verified
$$;
