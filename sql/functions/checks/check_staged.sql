-- Runs all checks on the staged rows of one publication. Three verdicts (see docs/checks.md):
-- * impossible: refused, whatever the age. Rows that an operator rejected, that only a peer has against the publisher (check_peer), that
--   answer another request (check_run), in a code that did not exist (check_code_dates), or broken beyond doubt (check_broken);
-- * doubtful and said once: rows of the last days before the document was fetched wait until the publisher says them again (check_recent,
--   is_said);
-- * said: everything else is served, with a doubt if it is unusual (note_doubts).
-- A composite is not checked, because its inputs were. Uses the temporary table staged_rates.
create or replace function check_staged(source_code text, loaded_publication bigint, loading_run bigint)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  last_old date := (select last_fetched_at::date from publications where id = loaded_publication) - setting('recent_days')::integer;
begin
  if exists (select from sources where code = source_code and kind = 'composite') then
    return;
  end if;

  update staged_rates
  set fault = it.fault, reason = it.reason
  from quarantine it
  where it.source = source_code and status = 'rejected' and fresh
    and (it.date, it.base, it.quote, it.type, it.value, it.unit)
      = (staged_rates.date::text, staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.printed, staged_rates.unit);

  perform check_peer(loaded_publication);
  perform check_run(loaded_publication, loading_run);
  perform check_code_dates(source_code);
  perform measure_moves(source_code);
  perform check_broken(source_code);
  if exists (select from staged_rates where fresh and reason is null and date > last_old) then
    perform note_said(source_code, loaded_publication);
    perform check_recent(source_code, last_old);
  end if;
  perform note_doubts(source_code);
end $$;
