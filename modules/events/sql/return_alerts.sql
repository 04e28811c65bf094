-- Makes taken alerts available again after their delivery failed (see take_alerts).
create or replace function return_alerts(sources text[], kinds text[], abouts text[])
returns void
language sql
as $$
  delete from alerts
  using unnest(sources, kinds, abouts) undelivered (source, kind, about)
  where (alerts.source, alerts.kind, alerts.about) = (undelivered.source, undelivered.kind, undelivered.about);

  insert into alerts (source, kind, about)
  select source, 'waiting', about
  from unnest(sources, kinds, abouts) undelivered (source, kind, about)
  where kind = 'settled'
  on conflict do nothing
$$;
