-- Replaces the secret of a webhook of an account. The former secret also signs for one more day. Returns false if there is no such webhook.
create or replace function rotate_webhook(account bigint, webhook bigint, new_secret text)
returns boolean
language sql
as $$
  with rotated as (
    update webhooks
    set former_secret = secret, former_until = service_now() + interval '1 day', secret = new_secret
    where id = webhook and account_id = account
    returning id
  )
  select exists (select from rotated)
$$;
