-- Creates an account without a user, and its first key; with a null `lifetime` the account never expires. Returns the number of the key and
-- the account's expiry.
create or replace function create_account(account_plan text, account_name text, lifetime interval, key_sha256 bytea, key_prefix text)
returns table (key_id bigint, expires_at timestamptz)
language sql
as $$
  with opened as (
    insert into accounts (plan, name, expires_at)
    values (account_plan, account_name, service_now() + lifetime)
    returning id, expires_at
  ), created as (
    insert into api_keys (account_id, sha256, prefix, name)
    select id, key_sha256, key_prefix, account_name
    from opened
    returning id as key_id
  )
  select key_id, expires_at
  from opened
  cross join created
$$;
