-- Brings the rows of one publication from the temporary table staged_rates into rates, in one set: new ones in, changed ones with their
-- former value kept as a revision, equal ones left alone (another validity is a change too), impossible ones into quarantine. A value of an older answer never replaces that
-- of a newer one. Loading twice changes nothing. Returns how many rows went each way, and tells listeners of the channel ratebook.
create or replace function load_staged(loaded_publication bigint, loading_run bigint)
returns table (rows_new bigint, rows_changed bigint, rows_unchanged bigint, rows_quarantined bigint)
language plpgsql
as $$
#variable_conflict use_column
declare
  source_code text;
  answered_at timestamptz;
  from_date date;
  to_date date;
begin
  select source, last_fetched_at into source_code, answered_at from publications where id = loaded_publication;

  update staged_rates
  set fresh = false
  from rates
  where rates.source = source_code
    and rates.base = staged_rates.base and rates.quote = staged_rates.quote
    and rates.type = staged_rates.type and rates.date = staged_rates.date
    and (rates.value = staged_rates.value and (rates.valid_from, rates.valid_to) is not distinct from (staged_rates.valid_from, staged_rates.valid_to)
      or exists (select from publications where id = rates.publication_id and last_fetched_at > answered_at));
  get diagnostics rows_unchanged = row_count;

  rows_new := 0;
  rows_changed := 0;
  rows_quarantined := 0;
  select min(date), max(date) into from_date, to_date from staged_rates where fresh;
  if from_date is null then
    return next;
    return;
  end if;

  perform check_staged(source_code);
  insert into quarantine (source, publication_id, run_id, date, base, quote, type, value, unit, valid_from, valid_to, reason)
  select source_code, loaded_publication, loading_run, date::text, base, quote, type, printed, unit, valid_from::text, valid_to::text, reason
  from staged_rates
  where reason is not null
  on conflict do nothing;
  get diagnostics rows_quarantined = row_count;

  select merged.rows_new, merged.rows_changed into rows_new, rows_changed
  from merge_staged(source_code, loaded_publication, from_date, to_date) merged;
  return next;
end $$;
