-- Decides that a waiting row stays out. Null if it is not waiting.
create or replace function reject_quarantined(quarantined bigint)
returns bigint
language sql
as $$
  update quarantine
  set status = 'rejected', decided_at = now()
  where id = quarantined and status = 'pending'
  returning id
$$;
