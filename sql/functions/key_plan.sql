-- The key with a SHA-256, its plan and name; no row when it is unknown or disabled.
create or replace function key_plan(key_sha256 bytea)
returns table (id bigint, plan text, name text)
language sql stable parallel safe
as $$
  select id, plan, name
  from api_keys
  where sha256 = key_sha256 and disabled_at is null
$$;
