-- Puts the account of a user on a plan and returns the e-mail address; null where there is no such user.
create or replace function set_user_plan(address text, new_plan text)
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
  update accounts set plan = new_plan where id = account;
  perform pg_notify('ratebook_callers', '');
  return person.email;
end $$;
