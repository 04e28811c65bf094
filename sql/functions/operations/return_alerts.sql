-- Makes taken alerts available again after their delivery failed (see take_alerts).
create or replace function return_alerts(sources text[], kinds text[])
returns void
language sql
as $$
  delete from alerts
  using unnest(sources, kinds) undelivered (source, kind)
  where alerts.source = undelivered.source and alerts.kind = undelivered.kind
$$;
