-- Marks the e-mail address of a user as verified.
create or replace function confirm_user(person text)
returns void
language sql
as $$
  update users set email_verified = true, updated_at = service_now()
  where id = person and not email_verified
$$;
