-- Queues the events that webhooks have not received yet, in their order. Only one process at a time queues for a webhook.
create or replace function queue_deliveries()
returns void
language sql
as $$
  with due as (
    select id, place, sources, kinds
    from webhooks
    where disabled_at is null and place < (select max(place) from events)
    for update skip locked
  ), queued as (
    insert into deliveries (webhook_id, source, message)
    select due.id, source, json_build_object(
      'type', kind,
      'timestamp', utc_text(at),
      'data', jsonb_build_object('id', events.place, 'kind', kind, 'bank', source, 'at', utc_text(at)) || details::jsonb)
    from due
    join events on events.place > due.place and kind = any(kinds) and (sources is null or source = any(sources))
    order by events.place
  )
  update webhooks
  set place = (select max(place) from events)
  from due
  where webhooks.id = due.id
$$;
