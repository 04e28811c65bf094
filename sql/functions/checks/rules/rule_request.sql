-- A document that ends before the days that its run requested from the publisher, if later tables are stored: it answers another request. A
-- run for those days loads it. A reparse uses the run by which it was refused.
create or replace function rule_request()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, format(
    'is in a document that ends on %s, before the days from %s on for which its publisher was asked', last_day, window_from)
  from measured_document document
  join runs on runs.id = coalesce((select max(run_id) from quarantine
    where publication_id = document.publication and status = 'pending' and fault = 'date'), document.run)
  join staged_rates on fresh
  where kind in ('schedule', 'ingest', 'backfill') and (select max(date) from staged_rates) < window_from and newest_stored >= window_from
$$;
