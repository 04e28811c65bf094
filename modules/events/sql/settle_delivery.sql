-- Records the result of an attempt. A failed one is retried after 5 seconds, 1, 5 and 30 minutes, and 2, 5, 8 and 8 hours. Disables a
-- webhook that answers 410 or has failed for three days, and returns its row so that its owner can be notified.
create or replace function settle_delivery(delivery bigint, is_delivered boolean, is_gone boolean, answered integer, failure text)
returns table (url text, email text, why text)
language plpgsql
as $$
#variable_conflict use_column
declare
  settled deliveries;
begin
  update deliveries
  set status = answered, error = failure, delivered_at = case when is_delivered then service_now() end,
    next_at = case when not is_delivered then service_now() + (array['5 s', '1 min', '5 min', '30 min', '2 h', '5 h', '8 h',
      '8 h']::interval[])[attempts] end
  where id = delivery
  returning * into settled;

  update webhooks
  set failing_since = case when not is_delivered then coalesce(failing_since, service_now()) end
  where id = settled.webhook_id;

  return query
    update webhooks
    set disabled_at = service_now(), disabled_why = case when is_gone then 'it answered 410 (gone)'
      else 'every attempt of three days failed, the last: ' || coalesce(failure, 'status ' || answered) end
    where id = settled.webhook_id and disabled_at is null and (is_gone or failing_since < service_now() - interval '3 days')
    returning url, email, disabled_why;
  if found then
    update deliveries set next_at = null where webhook_id = settled.webhook_id;
  end if;
end $$;
