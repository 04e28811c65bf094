-- Loads the rows of one publication. The temporary table staged_rates has those that can be rates: new ones are inserted, changed values or
-- validities replace the stored ones, which become revisions, and rows that a check holds back go to quarantine. `bad_rows` has those that
-- can't be rates, as printed, each with its reason: they go to quarantine too, where a row keeps its decision. A null stands for a part of
-- the publication, which was loaded before. `printed` is the printed time of the
-- publication's table, if it is known. Returns the number of rows by outcome; `rows_earlier` of the unchanged ones differ from the rate of
-- a table with a later printed time (see record_earlier). A repeated load changes nothing. Stored rates that the merged ones contradict
-- are checked again (see judge_neighbours). A row of an older document never replaces that of a newer one (see mark_stored). The checks
-- treat rows from the publisher as new where only a peer had a value. Statements are planned for the current statistics, because a generic
-- plan made for small tables scans them whole for each row. Checks that disable nested loops have plans for any size; they are planned
-- once a session, which halves the load of a small document.
create or replace function load_staged(loaded_publication bigint, loading_run bigint, bad_rows jsonb, printed timestamp)
returns table (rows_new bigint, rows_changed bigint, rows_unchanged bigint, rows_quarantined bigint, rows_earlier bigint)
language plpgsql set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  good_rows bigint;
  first_day date;
  last_day date;
  loaded publications;
  source_code text;
begin
  select count(*), min(date), max(date) into good_rows, first_day, last_day from staged_rates;
  if good_rows > 2000 then -- statistics of fewer rows are not worth the time
    analyze staged_rates;
  end if;
  select * into loaded from publications where id = loaded_publication;
  source_code := loaded.source;
  loaded.printed_at := coalesce(printed, loaded.printed_at);
  -- a time after the fetch is a misprint, and would keep out every later table of the day
  if loaded.printed_at > loaded.last_fetched_at at time zone (select timezone from sources where code = source_code) + interval '15 minutes'
  then
    loaded.printed_at := null;
  end if;

  -- Locked like next_instant, so that no other load changes the rates that are compared here.
  perform pg_advisory_xact_lock(hashtext('merge'), hashtext(source_code));
  perform mark_stored(loaded, first_day, last_day);
  select count(*) filter (where not fresh), count(*) filter (where is_earlier) into rows_unchanged, rows_earlier from staged_rates;
  if rows_earlier > 0 then
    perform record_earlier(loaded);
  end if;
  if rows_unchanged < good_rows then
    perform check_staged(source_code, loaded_publication, loading_run, bad_rows);
  end if;

  with quarantined as (
    select date::text, base, quote, type, printed as value, unit, valid_from::text, valid_to::text, reason, fault, value as rate,
      loaded.last_fetched_at as said_at, row_number() over (order by date, base, quote, type) as place
    from staged_rates
    where reason is not null
    union all
    select date, base, quote, type, value, unit, valid_from, valid_to, reason, 'row', null, service_now(), good_rows + place
    from rows from (jsonb_to_recordset(bad_rows) as (
      date text, base text, quote text, type text, value text, unit text, valid_from text, valid_to text, reason text
    )) with ordinality it (date, base, quote, type, value, unit, valid_from, valid_to, reason, place)
  ), distinct_rows as (
    select distinct on (date, base, quote, type, value, unit) *
    from quarantined
    order by date, base, quote, type, value, unit, place
  )
  insert into quarantine (source, publication_id, run_id, date, base, quote, type, value, unit, valid_from, valid_to, reason, fault, rate,
    said_at)
  select source_code, loaded_publication, loading_run, date, base, quote, type, value, unit, valid_from, valid_to, reason, fault, rate,
    said_at
  from distinct_rows
  order by place
  on conflict (source, date, base, quote, type, value, unit) do update
  set status = 'pending', decided_at = null, said_at = excluded.said_at, publication_id = excluded.publication_id, run_id = excluded.run_id,
  reason = excluded.reason, fault = excluded.fault
  where quarantine.status in ('released', 'corrected', 'unsaid') and excluded.fault <> 'row';
  get diagnostics rows_quarantined = row_count;

  if rows_unchanged < good_rows then
    perform keep_doubts(source_code);
    select merged.rows_new, merged.rows_changed into rows_new, rows_changed
    from merge_staged(source_code, loaded_publication) merged;
    perform settle_quarantine(source_code, loaded_publication);
    perform judge_neighbours(source_code);
  else
    rows_new := 0;
    rows_changed := 0;
    perform rates_changed(source_code, loaded_publication, next_instant(source_code), '{}', null);
  end if;

  update publications
  set loaded_at = service_now(), rows = good_rows, printed_at = loaded.printed_at, from_date = first_day, to_date = last_day
  where id = loaded_publication and bad_rows is not null;
  return next;
end $$;
