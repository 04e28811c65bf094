-- Makes a decided row pending again and withdraws the rate of a released one (see withdraw_released). Returns 'waits'; 'replaced', without
-- a change, if the released rate has been corrected since; null if the row is not decided.
create or replace function undo_decision(quarantined bigint, undone_by text, reason_given text)
returns text
language plpgsql
as $$
declare
  decided quarantine;
begin
  select * into decided from quarantine where id = quarantined and status <> 'pending' for update;
  if not found then
    return null;
  end if;
  if decided.status = 'released' and not withdraw_released(decided) then
    return 'replaced';
  end if;
  update quarantine set status = 'pending', decided_at = null where id = quarantined;
  insert into quarantine_decisions (quarantine_id, decision, decided_by, why) values (quarantined, 'undone', undone_by, reason_given);
  return 'waits';
end $$;
