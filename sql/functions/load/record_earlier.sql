-- Records the staged rows of a publication that a later printed time keeps out: as corrected rows in quarantine, because the publisher has
-- printed another value since. Uses the temporary table staged_rates.
create or replace function record_earlier(loaded publications)
returns void
language sql
as $$
  with corrected as (
    insert into quarantine (source, publication_id, date, base, quote, type, value, unit, valid_from, valid_to, reason, rate, said_at,
      status, decided_at)
    select loaded.source, loaded.id, date, base, quote, type, printed, unit, valid_from, valid_to,
      'printed earlier than the stored rate', value, loaded.last_fetched_at, 'corrected', service_now()
    from staged_rates
    where is_earlier
    on conflict do nothing
    returning id
  )
  insert into quarantine_decisions (quarantine_id, decision, decided_by, why)
  select id, 'corrected', 'ratebook', 'a document with a later printed time has another value'
  from corrected
$$;
