-- A row may be held because other figures of its document contradict it (see check_changes).
alter table quarantine
  drop constraint quarantine_fault_check,
  add constraint quarantine_fault_check check (fault in ('row', 'correction', 'date', 'name', 'level', 'gap', 'document', 'peer', 'contradicted'));
