-- A row may be held because of its gap to the other prices of its currency (see check_gaps).
alter table quarantine
  drop constraint quarantine_fault_check,
  add constraint quarantine_fault_check check (fault in ('row', 'correction', 'date', 'name', 'level', 'gap', 'document'));
