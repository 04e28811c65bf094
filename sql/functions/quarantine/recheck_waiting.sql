-- Checks all waiting rows again by the checks of now, as an upgrade does: releases what they serve, with the reason, and closes what was
-- corrected since.
create or replace function recheck_waiting()
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  document record;
begin
  perform stage_rates();
  for document in
    select quarantine.source, publication_id, array_agg(quarantine.id) as ids
    from quarantine
    join publications on publications.id = publication_id
    where status = 'pending' and is_doubtful(fault) and rate is not null
    group by quarantine.source, publication_id, last_fetched_at
    order by quarantine.source, last_fetched_at, publication_id
  loop
    delete from staged_rates;
    insert into staged_rates (base, quote, type, date, value, unit, printed, valid_from, valid_to)
    select base, quote, type, date::date, rate, unit, value, valid_from::date, valid_to::date
    from quarantine
    where id = any(document.ids);
    perform load_staged(document.publication_id, null, null);
    perform confirm_publication(document.publication_id);
  end loop;

  update quarantine it
  set status = 'corrected', decided_at = service_now()
  from rates
  join publications stored on stored.id = publication_id
  where it.status = 'pending' and is_doubtful(it.fault) and rates.source = it.source
    and (rates.base, rates.quote, rates.type, rates.date::text) = (it.base, it.quote, it.type, it.date)
    and rates.value <> it.rate and stored.last_fetched_at > it.said_at;
end $$;
