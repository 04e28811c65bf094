-- Adds an event for each source that became overdue. A source gets another one only after a new table.
create or replace function add_overdue_events(today date)
returns void
language sql
as $$
  with late as (
    select code, latest_date, missed
    from freshness(today)
    where overdue and latest_date is not null
  ), noted as (
    insert into overdue_sources (source, latest_date)
    select code, latest_date from late
    on conflict (source) do update set latest_date = excluded.latest_date where overdue_sources.latest_date <> excluded.latest_date
    returning source
  )
  insert into events (source, kind, details)
  select code, 'overdue', json_build_object('latest_date', late.latest_date, 'missed', missed)
  from late
  join noted on noted.source = code
  order by code
$$;
