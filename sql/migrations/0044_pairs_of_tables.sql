-- The numbers of pairs that a table of the source can have, as the source states them; null if it states none.
alter table sources add column pairs int4multirange;
alter table quarantine drop constraint quarantine_fault_check,
  add constraint quarantine_fault_check
    check (fault in ('row', 'name', 'date', 'peer', 'broken', 'move', 'price', 'table', 'pairs', 'correction'));
