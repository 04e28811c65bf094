-- Refuses new tables of a document that ends before the days for which its run asked the publisher, if later tables are stored: the answer
-- to another request. A run for those days loads them. A reparse uses the run by which they were refused.
create or replace function check_run(loaded_publication bigint, loading_run bigint)
returns void
language sql
as $$
  update staged_rates
  set fault = 'date', reason = format('is in a document that ends on %s, before the days from %s on for which its publisher was asked',
    last_day, window_from)
  from runs
  join coverage using (source)
  cross join (select max(date) as last_day from staged_rates) document
  where runs.id = coalesce((select max(run_id) from quarantine
    where publication_id = loaded_publication and status = 'pending' and fault = 'date'), loading_run)
    and kind in ('schedule', 'ingest', 'backfill') and last_day < window_from and latest_date >= window_from
    and fresh and former is null and reason is null
$$;
