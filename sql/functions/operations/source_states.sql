-- Every active source with its stored days, its freshness, the result of its last run (null if there is none) and its rows in quarantine;
-- overdue sources first.
create or replace function source_states(today date)
returns table (
  code text, name text, cadence text, latest_date date, days bigint, stale boolean, overdue boolean, missed integer,
  last_run timestamptz, last_status text, last_error text, rows_new integer, rows_changed integer, rows_unchanged integer,
  rows_quarantined integer,
  skipped jsonb, in_quarantine bigint)
language sql stable
as $$
  select code, name, cadence, fresh.latest_date, coalesce(days, 0), stale, overdue, missed,
    run.started_at, run.status, run.error, run.rows_new, run.rows_changed, run.rows_unchanged, run.rows_quarantined, run.skipped,
    (select count(*) from quarantine where quarantine.source = code and quarantine.status = 'pending')
  from freshness(today) fresh
  join sources using (code)
  left join coverage on source = code
  left join lateral (select * from runs where runs.source = code order by id desc limit 1) run on true
  order by overdue desc, stale desc, name
$$;
