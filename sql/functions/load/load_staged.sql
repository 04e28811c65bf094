-- Loads the rows of one publication from the temporary table staged_rates into rates. New rows are inserted, changed values or validities
-- replace the stored ones, which become revisions, and rows that a check holds back go to quarantine. A repeated load changes nothing.
-- Announces the load, notifies the channel ratebook, and returns the number of rows by outcome.
-- A row of an older answer never replaces that of a newer one. The checks treat rows from the publisher as new where only a peer had a
-- value. Statements are planned for the current statistics, because a generic plan made for small tables scans them whole for each row.
-- Checks that disable nested loops have plans for any size; they are planned once a session, which halves the load of a small document.
create or replace function load_staged(loaded_publication bigint, loading_run bigint)
returns table (rows_new bigint, rows_changed bigint, rows_unchanged bigint, rows_quarantined bigint)
language plpgsql set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  source_code text;
  answered_at timestamptz;
  from_publisher boolean;
  from_date date;
  to_date date;
begin
  select source, last_fetched_at, is_from_publisher(publications) into source_code, answered_at, from_publisher from publications
    where id = loaded_publication;

  -- as next_instant, so that no other load changes what is compared here
  perform pg_advisory_xact_lock(hashtext('merge'), hashtext(source_code));
  perform mark_stored(source_code, answered_at, from_publisher);

  rows_new := 0;
  rows_changed := 0;
  rows_quarantined := 0;
  select count(*) filter (where not fresh), min(date) filter (where fresh), max(date) filter (where fresh)
  into rows_unchanged, from_date, to_date
  from staged_rates;
  if from_date is null then
    perform rates_changed(source_code, loaded_publication, next_instant(source_code), '{}', null);
    return next;
    return;
  end if;

  perform check_staged(source_code, loaded_publication, loading_run);
  insert into quarantine (source, publication_id, run_id, date, base, quote, type, value, unit, valid_from, valid_to, reason, fault, rate,
    said_at)
  select source_code, loaded_publication, loading_run, date::text, base, quote, type, printed, unit, valid_from::text, valid_to::text,
    reason, fault, value, answered_at
  from staged_rates
  where reason is not null
  order by date, base, quote, type
  on conflict (source, date, base, quote, type, value, unit) do update
  set status = 'pending', decided_at = null, said_at = excluded.said_at, publication_id = excluded.publication_id, run_id = excluded.run_id,
  reason = excluded.reason, fault = excluded.fault
  where quarantine.status in ('released', 'corrected', 'unsaid');
  get diagnostics rows_quarantined = row_count;

  select merged.rows_new, merged.rows_changed into rows_new, rows_changed
  from merge_staged(source_code, loaded_publication, from_date, to_date) merged;
  perform settle_quarantine(source_code, loaded_publication);
  return next;
end $$;
