-- Makes the temporary table that a load goes through: the rows of one document, per one base and as printed, emptied when the transaction ends.
-- `change` is what the document prints as the change from the table before, per one base.
-- A row is `fresh` unless the same is stored already; `former` is the value that it would replace. What is stored came with the publication
-- `stored_by`, at `stored_at`. A check that holds a row back writes its `reason`, and its kind into `fault`.
create or replace function stage_rates()
returns void
language sql
as $$
  create temporary table if not exists staged_rates (
    base text collate "C", quote text collate "C", type text collate "C", date date,
    value numeric, unit text, printed text, change numeric, valid_from date, valid_to date, fresh boolean default true, former numeric,
    stored_by bigint, stored_at timestamptz, reason text, fault text
  ) on commit delete rows
$$;
