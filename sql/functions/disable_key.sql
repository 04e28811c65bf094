-- Disables a key; null where there is none of that number that is still good.
create or replace function disable_key(key_id bigint)
returns bigint
language sql
as $$
  update api_keys
  set disabled_at = now()
  where id = key_id and disabled_at is null
  returning id
$$;
