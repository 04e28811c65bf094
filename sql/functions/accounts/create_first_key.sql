-- Stores the first key of an account. Returns false, without a change, if the account has ever had a key.
create or replace function create_first_key(account bigint, key_sha256 bytea, key_prefix text, key_name text)
returns boolean
language plpgsql
as $$
begin
  update accounts set first_key_at = service_now() where id = account and first_key_at is null;
  if not found then
    return false;
  end if;
  insert into api_keys (account_id, sha256, prefix, name) values (account, key_sha256, key_prefix, key_name);
  return true;
end $$;
