-- Disables a key (of one account, where one is named) and tells listeners; null where there is none of that number that is still good.
create or replace function disable_key(key_id bigint, account bigint)
returns bigint
language plpgsql
as $$
declare
  disabled bigint;
begin
  update api_keys
  set disabled_at = now()
  where id = key_id and disabled_at is null and (account is null or account_id = account)
  returning id into disabled;
  perform pg_notify('ratebook_callers', '');
  return disabled;
end $$;
