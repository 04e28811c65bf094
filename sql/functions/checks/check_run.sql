-- Holds back values that another document of the same run has otherwise: no order of documents says which of them is right. A reparse reads documents
-- of all times, of which the newest counts.
create or replace function check_run(loading_run bigint)
returns void
language sql
as $$
  update staged_rates
  set fault = 'correction', reason = format('another document of this run has %s', former)
  from runs
  where runs.id = loading_run and kind <> 'reparse' and stored_at >= started_at
    and fresh and former <> value and reason is null
$$;
