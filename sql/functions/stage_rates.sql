-- Makes the temporary table that a load goes through: the rows of one document, per one base and as printed, emptied when the transaction ends.
-- `change` is what the document prints as the change from the table before, per one base. `withdrawn` names a currency that was no longer in use.
-- A row is `fresh` unless the same is stored already; `former` is the value that it would replace. What is stored came with the publication
-- `stored_by`, at `stored_at`. A check that holds a row back writes its `reason`, and its kind into `fault`.
create or replace function stage_rates()
returns void
language sql
as $$
  create temporary table if not exists staged_rates (
    base text collate "C", quote text collate "C", type text collate "C", date date,
    value numeric, unit text, printed text, change numeric, valid_from date, valid_to date, fresh boolean default true, former numeric,
    stored_by bigint, stored_at timestamptz, reason text, fault text, withdrawn text
  ) on commit delete rows;
  create temporary table if not exists observed (
    base text collate "C", quote text collate "C", type text collate "C", date date, value numeric, is_judged boolean, is_new boolean,
    before numeric, day_before date, after numeric, off float8, excess_off float8, common float8, printed_digits integer, other_type text, distance float8,
    move integer, excess integer, digits integer, spread integer, twin integer, rounding integer, place bigint, rows bigint, arrival integer, move_beyond integer, excess_beyond integer, digits_beyond integer, spread_beyond integer
  ) on commit delete rows;
  create temporary table if not exists observed_tables (
    date date, copied date, equal bigint, rates bigint, is_gone boolean, copy integer, weekday integer, place integer
  ) on commit delete rows
$$;
