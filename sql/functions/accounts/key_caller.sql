-- The account of an active key. No row if the key is unknown or disabled, or its account is disabled or expired.
create or replace function key_caller(key_sha256 bytea)
returns table (key_id bigint, account_id bigint, plan text, expires_at timestamptz)
language sql stable parallel safe
as $$
  select k.id, a.id, a.plan, a.expires_at
  from api_keys k join accounts a on a.id = k.account_id
  where k.sha256 = key_sha256 and k.disabled_at is null and a.disabled_at is null and (a.expires_at is null or a.expires_at > now())
$$;
