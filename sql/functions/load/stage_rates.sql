-- Creates the temporary tables of a load, which are emptied when its transaction ends, and lets the transaction correct compressed rates.
-- * staged_rates: the rows of one document, per one base unit and as printed. `change` is the printed change from the table before, per one
--   base unit. `fresh` is false if the row is stored already; `former` is the value that it would replace, loaded from publication
--   `stored_by` at `stored_at`. A check that holds a row back sets `reason` and `fault`, the kind of check. `doubt` says why a row that is
--   served is unusual.
-- * moves: the fresh rows beside their neighbours (see measure_moves).
-- * recent and past: the rows that can be doubtful, and the past of their series (see measure_recent).
create or replace function stage_rates()
returns void
language sql
as $$
  -- a correction in a compressed chunk decompresses the segments of the source
  select set_config('timescaledb.max_tuples_decompressed_per_dml_transaction', '0', true);
  create temporary table if not exists staged_rates (
    base text collate "C", quote text collate "C", type text collate "C", date date,
    value numeric, unit text, printed text, change numeric, valid_from date, valid_to date, fresh boolean default true, former numeric,
    stored_by bigint, stored_at timestamptz, reason text, fault text, doubt text, is_said boolean default false
  ) on commit delete rows;
  create temporary table if not exists moves (
    base text collate "C", quote text collate "C", type text collate "C", date date, value float8, is_fresh boolean,
    before float8, day_before date, after float8, day_after date, step float8
  ) on commit delete rows;
  create temporary table if not exists past (
    base text collate "C", quote text collate "C", type text collate "C", date date, value float8, digits integer, step float8
  ) on commit delete rows;
  create temporary table if not exists recent (
    base text collate "C", quote text collate "C", type text collate "C", date date, value numeric, change numeric, former numeric,
    is_said boolean,
    before float8, day_before date, after float8, step float8, rounding float8,
    moves bigint, usual float8, largest float8, still float8, days bigint, expected float8, tolerance float8, shift float8,
    confirms boolean default false, reason text, fault text
  ) on commit delete rows
$$;
