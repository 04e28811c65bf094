-- The health of every active source: its newest table and whether it is overdue, the last successful run, the number of failed runs since,
-- and the number of rows in quarantine. Reparses and mirrors are ignored, because they send no request to the publisher.
create or replace function source_health(today date)
returns table (
  code text, name text, cadence text, latest_date date, overdue boolean, missed integer, last_success timestamptz, failures bigint,
  last_error text,
  in_quarantine bigint)
language sql stable
as $$
  select code, name, cadence, fresh.latest_date, overdue, missed, success.finished_at, failed.failures, failed.last_error,
    (select count(*) from quarantine where quarantine.source = code and quarantine.status = 'pending')
  from freshness(today) fresh
  join sources using (code)
  left join lateral (
    select started_at, finished_at
    from runs
    where runs.source = code and runs.status = 'ok' and runs.kind not in ('reparse', 'mirror')
    order by started_at desc
    limit 1
  ) success on true
  cross join lateral (
    select count(*) as failures, (array_agg(error order by started_at desc))[1] as last_error
    from runs
    where runs.source = code and runs.status = 'failed' and runs.kind not in ('reparse', 'mirror')
      and runs.started_at > coalesce(success.started_at, '-infinity')
  ) failed
  order by code
$$;
