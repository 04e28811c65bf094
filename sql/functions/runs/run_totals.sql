-- The number of runs and of rows by outcome, for each source and status.
create or replace function run_totals()
returns table (
  source text, status text, runs bigint, rows_new bigint, rows_changed bigint, rows_unchanged bigint, rows_quarantined bigint)
language sql stable parallel safe
as $$
  select source, status, count(*), sum(rows_new), sum(rows_changed), sum(rows_unchanged), sum(rows_quarantined)
  from runs
  group by source, status
  order by source, status
$$;
