-- Disables an active key and notifies the channel ratebook_callers. With an account, only a key of that account. Returns the number of the
-- key, or null if there is no such active key.
create or replace function disable_key(key_id bigint, account bigint)
returns bigint
language plpgsql
as $$
declare
  disabled bigint;
begin
  update api_keys
  set disabled_at = service_now()
  where id = key_id and disabled_at is null and (account is null or account_id = account)
  returning id into disabled;
  perform pg_notify('ratebook_callers', '');
  return disabled;
end $$;
