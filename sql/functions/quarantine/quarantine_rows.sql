-- Puts rows of a publication into quarantine as printed, each with its reason. A row already there keeps its decision. Returns the number
-- of new rows.
create or replace function quarantine_rows(bad_publication bigint, bad_run bigint, entries jsonb)
returns bigint
language sql
as $$
  with added as (
    insert into quarantine (source, publication_id, run_id, date, base, quote, type, value, unit, valid_from, valid_to, reason)
    select publications.source, bad_publication, bad_run, it.date, it.base, it.quote, it.type, it.value, it.unit, it.valid_from,
      it.valid_to, it.reason
    from publications
    cross join jsonb_to_recordset(entries) as it (
      date text, base text, quote text, type text, value text, unit text, valid_from text, valid_to text, reason text)
    where publications.id = bad_publication
    on conflict do nothing
    returning id
  )
  select count(*) from added
$$;
