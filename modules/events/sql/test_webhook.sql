-- Queues a test message for an enabled webhook of an account. Returns false if there is no such webhook.
create or replace function test_webhook(account bigint, webhook bigint)
returns boolean
language sql
as $$
  with queued as (
    insert into deliveries (webhook_id, message)
    select id, json_build_object('type', 'test', 'timestamp', utc_text(service_now()), 'data', json_build_object())
    from webhooks
    where id = webhook and account_id = account and disabled_at is null
    returning id
  )
  select exists (select from queued)
$$;
