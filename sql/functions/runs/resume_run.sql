-- Resumes the run of a source that was in progress at an instant, if it is of this kind and failed or was interrupted, so that check_run
-- compares all its documents. Otherwise, or with a null instant, starts a run. Returns the run. The caller holds the lock of the source, so
-- any other run still marked as running was interrupted: the days that it did not read are kept (see keep_unread_days).
create or replace function resume_run(run_source text, run_kind text, from_date date, to_date date, under_way_at timestamptz)
returns bigint
language plpgsql
as $$
declare
  interrupted bigint;
  run bigint;
begin
  update runs
  set status = 'running', finished_at = null, error = null
  where kind = run_kind and status <> 'ok'
    and id = (
      select id
      from runs
      where source = run_source and started_at <= under_way_at
      order by started_at desc
      limit 1)
  returning id into run;
  if run is not null then
    return run;
  end if;

  for interrupted in
    update runs
    set status = 'failed', finished_at = service_now(), error = 'interrupted'
    where source = run_source and status = 'running'
    returning id
  loop
    perform keep_unread_days(interrupted);
  end loop;
  insert into runs (source, kind, window_from, window_to)
  values (run_source, run_kind, from_date, to_date)
  returning id into run;
  return run;
end $$;
