-- Registers a person with a password and an account, all of it or nothing, and returns the role: the first person of an installation is its
-- operator on the enterprise plan, everybody else a user on the free plan. Returns null, and does nothing, when the e-mail address is registered.
-- No unique violation is raised, even by two registrations at the same time: the server's log would name the address.
create or replace function register_user(new_id text, new_email text, new_name text, password_hash text)
returns text
language plpgsql
as $$
declare
  new_role text := 'user';
begin
  if not exists (select from users) then
    perform pg_advisory_xact_lock(hashtext('the first user'));
    if not exists (select from users) then -- another registration may have been first
      new_role := 'operator';
    end if;
  end if;
  insert into users (id, email, name, role) values (new_id, new_email, new_name, new_role) on conflict (email) do nothing;
  if not found then
    return null;
  end if;
  insert into credentials (id, user_id, account_id, provider_id, password) values (new_id, new_id, new_id, 'credential', password_hash);
  perform open_account(new_id);
  if new_role = 'operator' then
    update accounts set plan = 'enterprise' where user_id = new_id;
  end if;
  return new_role;
end $$;
