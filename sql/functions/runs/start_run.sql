-- Records that a run of a source begins, and that any run before it which never ended was interrupted (its lock is ours now).
create or replace function start_run(run_source text, run_kind text, from_date date, to_date date)
returns bigint
language sql
as $$
  update runs
  set status = 'failed', finished_at = now(), error = 'interrupted'
  where source = run_source and status = 'running';
  insert into runs (source, kind, window_from, window_to)
  values (run_source, run_kind, from_date, to_date)
  returning id;
$$;
