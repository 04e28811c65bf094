-- Sets the plan of a user's account, whether it is disabled, and the user's role; null leaves a value unchanged. Disabling an account ends
-- its sessions. Its keys remain, and work again once the account is enabled. Notifies the channel ratebook_callers. Returns the e-mail
-- address, or null if no user has it.
create or replace function change_user(address text, new_plan text, is_disabled boolean, new_role text)
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
  account := ensure_account(person.id);
  update accounts
  set plan = coalesce(new_plan, plan),
    disabled_at = case when is_disabled then coalesce(disabled_at, service_now()) when not is_disabled then null else disabled_at end
  where id = account;
  if is_disabled then
    delete from sessions where user_id = person.id;
  end if;
  if new_role is not null then
    update users set role = new_role, updated_at = service_now() where id = person.id;
  end if;
  perform pg_notify('ratebook_callers', '');
  return person.email;
end $$;
