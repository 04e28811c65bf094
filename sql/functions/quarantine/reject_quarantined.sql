-- Rejects a pending row. Returns its number, or null if it is not pending.
create or replace function reject_quarantined(quarantined bigint, rejected_by text, reason_given text)
returns bigint
language sql
as $$
  with rejected as (
    update quarantine
    set status = 'rejected', decided_at = service_now()
    where id = quarantined and status = 'pending'
    returning id
  ), noted as (
    insert into quarantine_decisions (quarantine_id, decision, decided_by, why)
    select id, 'rejected', rejected_by, reason_given
    from rejected
  )
  select id from rejected
$$;
