-- True if a backfill of exactly this window succeeded.
create or replace function is_backfilled(run_source text, from_date date, to_date date)
returns boolean
language sql stable
as $$
  select exists (
    select from runs
    where source = run_source and kind = 'backfill' and status = 'ok' and window_from = from_date and window_to = to_date)
$$;
