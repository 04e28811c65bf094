-- The webhooks of an account, newest first, each with its last twenty deliveries, newest first.
create or replace function list_webhooks(account bigint)
returns table (
  id bigint, url text, sources text[], kinds text[], secret text, former_until timestamptz, disabled_at timestamptz, disabled_why text,
  deliveries json)
language sql stable
as $$
  select id, url, sources, kinds, secret, case when former_until > service_now() then former_until end, disabled_at, disabled_why,
    deliveries
  from webhooks
  cross join lateral (
    select coalesce(json_agg(json_build_object(
      'id', delivery.id, 'type', message::json ->> 'type', 'bank', source, 'created_at', utc_text(created_at), 'attempts', attempts,
      'next_at', utc_text(next_at), 'delivered_at', utc_text(delivered_at), 'status', status, 'error', error
    ) order by delivery.id desc), '[]') as deliveries
    from (select * from deliveries where webhook_id = webhooks.id order by deliveries.id desc limit 20) delivery
  ) recent
  where account_id = account
  order by id desc
$$;
