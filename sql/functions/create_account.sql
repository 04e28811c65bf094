-- An account that belongs to no person, on a plan and perhaps for a time: its number and when it is over.
create or replace function create_account(account_plan text, account_name text, lifetime interval)
returns table (id bigint, expires_at timestamptz)
language sql
as $$
  insert into accounts (plan, name, expires_at)
  values (account_plan, account_name, now() + lifetime)
  returning id, expires_at
$$;
