-- Lets a decided row wait again. The rate of a released one is taken back: what it replaced is stored again, and the released value stays as a
-- revision. Returns 'waits', or 'replaced' (and changes nothing) if the released rate has been corrected since; null if the row is not decided.
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
  if decided.status = 'released' and not take_back(decided) then
    return 'replaced';
  end if;
  update quarantine set status = 'pending', decided_at = null where id = quarantined;
  insert into quarantine_decisions (quarantine_id, decision, decided_by, why) values (quarantined, 'undone', undone_by, reason_given);
  return 'waits';
end $$;
