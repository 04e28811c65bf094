-- Writes pending rows into rates, each at its rate for one base unit, as a revision if another value is stored, with its reason as
-- the doubt. Returns the rows that were pending. Uses the temporary table staged_rates and leaves it empty.
create or replace function release_quarantined(ids bigint[], ids_rates numeric[], released_by text, reason_given text)
returns setof bigint
language plpgsql
as $$
#variable_conflict use_column
declare
  document record;
begin
  perform stage_rates();
  for document in
    with released as (
      update quarantine
      set status = 'released', decided_at = service_now(), rate = given.rate
      from unnest(ids, ids_rates) given (id, rate)
      where quarantine.id = given.id and status = 'pending'
      returning quarantine.*
    ), noted as (
      insert into quarantine_decisions (quarantine_id, decision, decided_by, why)
      select id, 'released', released_by, reason_given
      from released
    )
    select source, publication_id, array_agg(id) as ids
    from released
    group by source, publication_id
  loop
    delete from staged_rates;
    insert into staged_rates (base, quote, type, date, value, unit, printed, valid_from, valid_to, stored_by, doubt)
    select figure.base, figure.quote, figure.type, figure.date::date, rate, figure.unit, figure.value, figure.valid_from::date,
      figure.valid_to::date, rates.publication_id, reason || coalesce('; ' || reason_given, '')
    from quarantine figure
    left join rates on (rates.source, rates.base, rates.quote, rates.type, rates.date)
      = (figure.source, figure.base, figure.quote, figure.type, figure.date::date)
    where id = any(document.ids);
    perform keep_doubts(document.source);
    perform merge_staged(document.source, document.publication_id);
    return query select unnest(document.ids);
  end loop;
  delete from staged_rates;
end $$;
