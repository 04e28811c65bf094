-- An account that belongs to no person, on a plan and perhaps for a time, and returns its number.
create or replace function create_account(account_plan text, account_name text, lifetime interval)
returns bigint
language sql
as $$
  insert into accounts (plan, name, expires_at)
  values (account_plan, account_name, now() + lifetime)
  returning id
$$;
