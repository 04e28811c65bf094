-- The speed of each source in its successful runs: documents per day of history, from backfills, and seconds per document; null if unknown.
create or replace function run_speeds()
returns table (source text, documents_a_day float8, seconds_a_document float8)
language sql stable
as $$
  select source,
    sum(publications) filter (where kind = 'backfill') / nullif(sum(window_to - window_from + 1) filter (where kind = 'backfill'),
      0)::float8,
    (sum(extract(epoch from finished_at - started_at)) filter (where publications > 0))::float8 / nullif(sum(publications), 0)
  from runs
  where status = 'ok' and kind in ('backfill', 'ingest', 'schedule')
  group by source
$$;
