-- The newest runs of one source or of all.
create or replace function list_runs(of_source text, at_most integer)
returns table (
  id bigint, source text, kind text, status text, started_at timestamptz, finished_at timestamptz, window_from date, window_to date,
  publications integer, rows_new integer, rows_changed integer, rows_unchanged integer, rows_quarantined integer, error text)
language sql stable
as $$
  select id, source, kind, status, started_at, finished_at, window_from, window_to,
    publications, rows_new, rows_changed, rows_unchanged, rows_quarantined, error
  from runs
  where of_source is null or source = of_source
  order by id desc
  limit at_most
$$;
