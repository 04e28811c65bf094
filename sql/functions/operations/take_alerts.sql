-- The new alerts for the operator: sources with two or more failed runs since the last successful one, with rows in quarantine, or overdue. Only
-- one process gets an alert. A resolved alert is raised again when it recurs.
create or replace function take_alerts(today date)
returns table (source text, name text, kind text, detail text)
language sql
as $$
  with current as materialized (
    select code, name, it.kind, it.detail
    from source_health(today)
    cross join lateral (
      values ('failing', failures >= 2, format('%s runs have failed, the last: %s', failures, last_error)),
        ('waiting', in_quarantine > 0, format('%s rows wait in quarantine', in_quarantine)),
        ('overdue', overdue and latest_date is not null, format('the newest table is of %s, and %s are missed', latest_date, missed))
    ) it (kind, holds, detail)
    where it.holds
  ), resolved as (
    delete from alerts
    where not exists (select from current where current.code = alerts.source and current.kind = alerts.kind)
  ), added as (
    insert into alerts (source, kind)
    select code, kind from current
    on conflict do nothing
    returning source, kind
  )
  select added.source, current.name, added.kind, current.detail
  from added
  join current on current.code = added.source and current.kind = added.kind
  order by added.source, added.kind
$$;
