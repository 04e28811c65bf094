-- True if a successful scheduled run of a source began within a number of minutes.
create or replace function ran_recently(run_source text, minutes integer)
returns boolean
language sql stable
as $$
  select exists (
    select from runs
    where source = run_source and kind = 'schedule' and status = 'ok' and started_at > service_now() - make_interval(mins => minutes))
$$;
