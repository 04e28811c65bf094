-- Creates the temporary tables of a load; they are emptied when the transaction ends.
-- * staged_rates: the rows of one document, per one base unit and as printed. `change` is the printed change from the table before, per one base
--   unit. `fresh` is false if the row is stored already; `former` is the value that it would replace, loaded from publication `stored_by` at
--   `stored_at`. A check that holds a row back sets `reason` and `fault`, the kind of check.
-- * observed and observed_tables: the features of rows (observe_staged) and of tables (observe_tables).
-- * usual and rare: the usual ranges of the features (find_usual), and features outside them (find_rare).
create or replace function stage_rates()
returns void
language sql
as $$
  create temporary table if not exists staged_rates (
    base text collate "C", quote text collate "C", type text collate "C", date date,
    value numeric, unit text, printed text, change numeric, valid_from date, valid_to date, fresh boolean default true, former numeric,
    stored_by bigint, stored_at timestamptz, reason text, fault text
  ) on commit delete rows;
  create temporary table if not exists observed (
    base text collate "C", quote text collate "C", type text collate "C", date date, value numeric, is_judged boolean, is_new boolean,
    before numeric, day_before date, after numeric, step float8, common float8, printed_digits integer, digits_before integer, other_type text, distance float8,
    expected float8, tolerance float8, level integer, place bigint, rows bigint, rounding integer,
    move integer, excess integer, shift integer, digits integer, spread integer, twin integer, arrival integer
  ) on commit delete rows;
  create temporary table if not exists usual (
    base text collate "C", quote text collate "C", type text collate "C", feature text, low integer, high integer, bins integer[], times bigint[], known bigint, is_now boolean
  ) on commit delete rows;
  create temporary table if not exists rare (
    base text collate "C", quote text collate "C", type text collate "C", date date, feature text, bin integer, beyond integer, low integer, high integer, known bigint, rarity float8, is_suspect boolean
  ) on commit delete rows;
  create temporary table if not exists observed_tables (
    date date, copied date, equal bigint, rates bigint, is_gone boolean, copy integer, weekday integer, place integer, odd integer, doubted bigint, pairs bigint, still integer, equal_pairs bigint, day_before date
  ) on commit delete rows
$$;
