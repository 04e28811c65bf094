-- Enables or disables a webhook of an account. An enabled webhook receives only later events. Returns false if there is no such webhook.
create or replace function switch_webhook(account bigint, webhook bigint, is_enabled boolean)
returns boolean
language sql
as $$
  with switched as (
    update webhooks
    set disabled_at = case when not is_enabled then service_now() end,
      disabled_why = case when not is_enabled then 'its owner disabled it' end,
      failing_since = null, place = (select coalesce(max(place), 0) from events)
    where id = webhook and account_id = account
    returning id
  ), dropped as (
    update deliveries set next_at = null
    from switched
    where webhook_id = switched.id and next_at is not null
  )
  select exists (select from switched)
$$;
