-- Stores a key of an account by its SHA-256 and its first characters. Returns its number, or null if the account already has `most` active
-- keys.
create or replace function create_key(account bigint, key_sha256 bytea, key_prefix text, key_name text, most integer)
returns bigint
language plpgsql
as $$
declare
  created bigint;
begin
  perform from accounts where id = account for update;
  if (select count(*) from api_keys where account_id = account and disabled_at is null) < most then
    insert into api_keys (account_id, sha256, prefix, name)
    values (account, key_sha256, key_prefix, key_name)
    returning id into created;
  end if;
  return created;
end $$;
