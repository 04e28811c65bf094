-- Goes on with the run of a source that was under way at a time, if it is of this kind and was broken off or failed, so that its documents are still held
-- against each other (check_run). Otherwise records that a run begins. Returns the run.
create or replace function resume_run(run_source text, run_kind text, from_date date, to_date date, under_way_at timestamptz)
returns bigint
language sql
as $$
  with resumed as (
    update runs
    set status = 'running', finished_at = null, error = null
    where kind = run_kind and status <> 'ok'
      and id = (
        select id
        from runs
        where source = run_source and started_at <= under_way_at
        order by started_at desc
        limit 1)
    returning id
  )
  select id from resumed
  union all
  select start_run(run_source, run_kind, from_date, to_date) where not exists (select from resumed)
$$;
