-- Lets a waiting row into rates, at the rate per one base that the caller worked out, as a revision where another value is stored.
create or replace function release_quarantined(quarantined bigint, rate numeric, rate_unit text)
returns void
language plpgsql
as $$
declare
  entry quarantine;
begin
  update quarantine
  set status = 'released', decided_at = now()
  where id = quarantined and status = 'pending'
  returning * into strict entry;

  perform stage_rates();
  insert into staged_rates (base, quote, type, date, value, unit, printed, valid_from, valid_to)
  values (entry.base, entry.quote, entry.type, entry.date::date, rate, rate_unit, entry.value, entry.valid_from::date, entry.valid_to::date);
  perform merge_staged(entry.source, entry.publication_id, entry.date::date, entry.date::date);
end $$;
