-- The e-mail address of the user for whom a password reset was requested; null if there is no such reset.
create or replace function email_of_reset(token_identifier text)
returns text
language sql stable
as $$
  select email from users join verifications on value = users.id where identifier = token_identifier
$$;
