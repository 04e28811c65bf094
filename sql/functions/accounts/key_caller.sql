-- The account of a key, and whether the key is active: neither disabled, nor its account disabled or expired. No row if the key is unknown.
create or replace function key_caller(key_sha256 bytea)
returns table (key_id bigint, account_id bigint, plan text, expires_at timestamptz, is_active boolean)
language sql stable parallel safe
as $$
  select k.id, a.id, a.plan, a.expires_at, k.disabled_at is null and a.disabled_at is null
    and (a.expires_at is null or a.expires_at > service_now())
  from api_keys k join accounts a on a.id = k.account_id
  where k.sha256 = key_sha256
$$;
