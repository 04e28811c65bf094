-- Takes due deliveries; after two minutes another process may take them again. A delivery waits for the earlier ones of its source.
-- `secrets` has the former secret too while that is accepted.
create or replace function take_deliveries(at_most integer)
returns table (id bigint, url text, message text, secrets text[])
language sql
as $$
  update deliveries
  set attempts = attempts + 1, attempted_at = service_now(), next_at = service_now() + interval '2 minutes'
  from (
    select waiting.id, waiting.webhook_id
    from deliveries waiting
    join webhooks on webhooks.id = webhook_id
    where next_at <= service_now() and disabled_at is null
      and not exists (
        select
        from deliveries earlier
        where earlier.webhook_id = waiting.webhook_id and earlier.source = waiting.source and earlier.id < waiting.id
          and earlier.next_at is not null)
    order by next_at, waiting.id
    limit at_most
    for update of waiting skip locked
  ) due
  join webhooks on webhooks.id = due.webhook_id
  where deliveries.id = due.id
  returning deliveries.id, webhooks.url, deliveries.message,
    array[webhooks.secret] || case when former_until > service_now() then array[former_secret] else '{}' end
$$;
