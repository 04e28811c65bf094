-- Makes the temporary table that a load goes through: one document's rows, per one base and as printed, emptied when the transaction ends.
-- A row is fresh unless it says what is stored already; `former` is the value that it would replace. A check that holds a row back writes
-- its reason beside it, and of which kind the fault is.
create or replace function stage_rates()
returns void
language sql
as $$
  create temporary table if not exists staged_rates (
    base text collate "C", quote text collate "C", type text collate "C", date date,
    value numeric, unit text, printed text, valid_from date, valid_to date, fresh boolean default true, former numeric, reason text, fault text
  ) on commit delete rows
$$;
