-- Every source with its newest table and how its last run went, those that are stale first; the run's columns are null where there was none yet.
create or replace function source_overview(today date)
returns table (
  code text, name text, cadence text, latest_date date, stale boolean,
  last_run timestamptz, last_status text, rows_new integer, rows_changed integer, rows_unchanged integer, rows_quarantined integer)
language sql stable
as $$
  select f.code, f.name, f.cadence, f.latest_date, f.stale,
    run.started_at, run.status, run.rows_new, run.rows_changed, run.rows_unchanged, run.rows_quarantined
  from freshness(today) f
  left join lateral (select * from runs where runs.source = f.code order by started_at desc limit 1) run on true
  order by f.stale desc, f.name
$$;
