-- Undoes take_alerts for what could not be told.
create or replace function return_alerts(untold_sources text[], untold_kinds text[])
returns void
language sql
as $$
  delete from alerts
  using unnest(untold_sources, untold_kinds) untold (source, kind)
  where alerts.source = untold.source and alerts.kind = untold.kind
$$;
