-- Disables the account of a user with its keys, ends the sessions, and returns the e-mail address; null where there is no such user.
create or replace function disable_user(address text)
returns text
language plpgsql
as $$
declare
  person users;
  account bigint;
begin
  select * into person from users where email = lower(address);
  if not found then
    return null;
  end if;
  account := open_account(person.id);
  update accounts set disabled_at = coalesce(disabled_at, now()) where id = account;
  delete from sessions where user_id = person.id;
  perform pg_notify('ratebook_callers', '');
  return person.email;
end $$;
