-- Creates a user with a password and an account on the free plan in one step. Returns false, without a change, if the e-mail address is
-- registered. Concurrent registrations raise no unique_violation, because PostgreSQL would log the address.
create or replace function register_user(new_id text, new_email text, new_name text, password_hash text)
returns boolean
language plpgsql
as $$
begin
  insert into users (id, email, name) values (new_id, new_email, new_name) on conflict (email) do nothing;
  if not found then
    return false;
  end if;
  insert into credentials (id, user_id, account_id, provider_id, password) values (new_id, new_id, new_id, 'credential', password_hash);
  perform ensure_account(new_id);
  return true;
end $$;
