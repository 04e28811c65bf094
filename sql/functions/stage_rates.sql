-- Makes the temporary table that a load goes through: one document's rows, per one base and as printed, emptied when the transaction ends.
create or replace function stage_rates()
returns void
language sql
as $$
  create temporary table if not exists staged_rates (
    base text collate "C", quote text collate "C", type text collate "C", date date,
    value numeric, unit text, printed text, valid_from date, valid_to date, fresh boolean default true, reason text
  ) on commit delete rows
$$;
