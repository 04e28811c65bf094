-- The account of the user with an e-mail address, which it creates if the user has none; null if there is no such user.
create or replace function account_of(address text)
returns bigint
language sql
as $$
  select ensure_account(id) from users where email = lower(address)
$$;
