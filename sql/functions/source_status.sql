-- Each source with its newest table, how many days and rates are stored, how its last run ended and what waits in quarantine.
create or replace function source_status()
returns table (
  code text, name text, latest_date date, days bigint, last_run timestamptz, last_status text, last_error text, quarantined bigint)
language sql stable
as $$
  select code, name, latest_date, coalesce(days, 0), run.started_at, run.status, run.error,
    (select count(*) from quarantine where quarantine.source = code and quarantine.status = 'pending')
  from sources
  left join coverage on source = code
  left join lateral (select started_at, status, error from runs where runs.source = code order by id desc limit 1) run on true
  where active
  order by code
$$;
