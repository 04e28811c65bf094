-- Holds back rows that contradict the run that loads them:
-- * values that another document of the run has otherwise, because the order of its documents does not tell which is right. A reparse is exempt, since it
--   reads documents of all times and the newest counts;
-- * new tables of a document that ends before the days for which the run asked the publisher, if later tables are stored. A reparse uses the run by which
--   they were held.
create or replace function check_run(loaded_publication bigint, loading_run bigint)
returns void
language sql
as $$
  update staged_rates
  set fault = 'correction', reason = format('another document of this run has %s', former)
  from runs
  where runs.id = loading_run and kind <> 'reparse' and stored_at >= started_at
    and fresh and former <> value and reason is null;

  update staged_rates
  set fault = 'date', reason = format('is in a document that ends on %s, before the days from %s on for which its publisher was asked', last_day, window_from)
  from runs
  join coverage using (source)
  cross join (select max(date) as last_day from staged_rates) document
  where runs.id = coalesce((select max(run_id) from quarantine where publication_id = loaded_publication and status = 'pending' and fault = 'date'), loading_run)
    and kind in ('schedule', 'ingest', 'backfill') and last_day < window_from and latest_date >= window_from
    and fresh and former is null and reason is null
$$;
