-- Makes a user an operator and returns the e-mail address; null where there is no such user.
create or replace function set_operator(address text)
returns text
language sql
as $$
  update users set role = 'operator', updated_at = now()
  where email = lower(address)
  returning email
$$;
