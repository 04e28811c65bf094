-- The newest failed runs since an instant, each with its error.
create or replace function failed_runs(since timestamptz, at_most integer)
returns table (id bigint, source text, kind text, started_at timestamptz, window_from date, window_to date, error text)
language sql stable
as $$
  select id, source, kind, started_at, window_from, window_to, error
  from runs
  where status = 'failed' and started_at >= since
  order by id desc
  limit at_most
$$;
