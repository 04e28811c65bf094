-- Stores a key by its SHA-256 and first characters, and returns its number.
create or replace function create_key(key_sha256 bytea, key_prefix text, key_plan text, key_name text)
returns bigint
language sql
as $$
  insert into api_keys (sha256, prefix, plan, name)
  values (key_sha256, key_prefix, key_plan, key_name)
  returning id
$$;
