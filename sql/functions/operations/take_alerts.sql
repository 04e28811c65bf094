-- The new alerts for the operator: sources with two or more failed runs since the last successful one, with rows in
-- quarantine, or overdue. Each alert goes to one process, once. A resolved alert is forgotten and raised again when it recurs.
create or replace function take_alerts(today date)
returns table (source text, name text, kind text, detail text)
language sql
as $$
  with troubles as materialized (
    select code, name, it.kind, it.detail
    from source_health(today)
    cross join lateral (
      values ('failing', failures >= 2, format('%s runs have failed, the last: %s', failures, last_error)),
        ('waiting', in_quarantine > 0, format('%s rows wait in quarantine', in_quarantine)),
        ('overdue', overdue and latest_date is not null, format('the newest table is of %s, and %s are missed', latest_date, missed))
    ) it (kind, holds, detail)
    where it.holds
  ), over as (
    delete from alerts
    where not exists (select from troubles where troubles.code = alerts.source and troubles.kind = alerts.kind)
  ), told as (
    insert into alerts (source, kind)
    select code, kind from troubles
    on conflict do nothing
    returning source, kind
  )
  select told.source, troubles.name, told.kind, troubles.detail
  from told
  join troubles on troubles.code = told.source and troubles.kind = told.kind
  order by told.source, told.kind
$$;
