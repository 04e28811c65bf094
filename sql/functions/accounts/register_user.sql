-- Creates a user with a password and an account in one step and returns the role. The first user of an installation becomes its operator on the
-- enterprise plan; every other user gets the free plan. Returns null, without a change, if the e-mail address is registered.
-- Concurrent registrations raise no unique_violation, because PostgreSQL would log the address.
create or replace function register_user(new_id text, new_email text, new_name text, password_hash text)
returns text
language plpgsql
as $$
declare
  new_role text := 'user';
begin
  if not exists (select from users) then
    perform pg_advisory_xact_lock(hashtext('the first user'));
    if not exists (select from users) then -- a concurrent registration may have come first
      new_role := 'operator';
    end if;
  end if;
  insert into users (id, email, name, role) values (new_id, new_email, new_name, new_role) on conflict (email) do nothing;
  if not found then
    return null;
  end if;
  insert into credentials (id, user_id, account_id, provider_id, password) values (new_id, new_id, new_id, 'credential', password_hash);
  perform ensure_account(new_id);
  if new_role = 'operator' then
    update accounts set plan = 'enterprise' where user_id = new_id;
  end if;
  return new_role;
end $$;
