-- Records the result of a run, the number of items that its adapter skipped, by reason, and the days that it could not read (see
-- keep_unread_days). A failed run prunes the unread documents of its source, and a successful one that requested documents from the
-- publisher closes the rows that were never confirmed.
create or replace function finish_run(
  run bigint, run_error text, run_publications integer, run_new bigint, run_changed bigint, run_unchanged bigint, run_quarantined bigint,
  run_skipped jsonb)
returns void
language sql
as $$
  update runs
  set status = case when run_error is null then 'ok' else 'failed' end,
    finished_at = service_clock(), error = run_error, publications = run_publications,
    rows_new = run_new, rows_changed = run_changed, rows_unchanged = run_unchanged, rows_quarantined = run_quarantined,
    skipped = run_skipped
  where id = run;

  select keep_unread_days(run);

  select prune_documents(source)
  from runs
  where id = run and run_error is not null;

  select close_unconfirmed(source)
  from runs
  where id = run and run_error is null and kind not in ('reparse', 'mirror')
$$;
