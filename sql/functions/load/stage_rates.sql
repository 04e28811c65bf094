-- Creates the temporary tables of a load, which are emptied when its transaction ends, and lets the transaction correct compressed rates.
-- * staged_rates: the rows of one document, per one base unit and as printed. `change` is the printed change from the table before, per one
--   base unit. `fresh` and `is_earlier`: see mark_stored; `former` is the value that it would replace, loaded from publication
--   `stored_by` at `stored_at`. `is_confirmed` is true of a row that waited and is printed again. judge_staged sets `reason` and
--   `fault` of rows that it keeps back, and `doubt`, why a row that is served is unusual.
-- * The measurements of the checks, which rules only read: measured_document, past, figures, spreads and measured_tables. The functions
--   measure_* fill them and describe their columns.
-- * verdicts: the rows that rules flag.
create or replace function stage_rates()
returns void
language sql
as $$
  -- a correction in a compressed chunk decompresses the segments of the source
  select set_config('timescaledb.max_tuples_decompressed_per_dml_transaction', '0', true);
  create temporary table if not exists staged_rates (
    base text collate "C", quote text collate "C", type text collate "C", date date,
    value numeric, unit text, printed text, change numeric, valid_from date, valid_to date, fresh boolean default true, former numeric,
    stored_by bigint, stored_at timestamptz, reason text, fault text, doubt text, is_confirmed boolean default false,
    is_earlier boolean default false
  ) on commit delete rows;
  create temporary table if not exists measured_document (
    source text collate "C", publication bigint, run bigint, home text collate "C", cadence text, waits_from date, from_day date,
    first_day date, last_day date, dates bigint, newest_stored date, bad_rows jsonb,
    is_whole boolean
  ) on commit delete rows;
  create temporary table if not exists past (
    base text collate "C", quote text collate "C", type text collate "C", date date, value float8, digits integer, step float8,
    is_slip boolean
  ) on commit delete rows;
  create temporary table if not exists figures (
    base text collate "C", quote text collate "C", type text collate "C", date date, value numeric, change numeric, former numeric,
    may_wait boolean, before float8, day_before date, after float8, day_after date, step float8,
    moves bigint, usual float8, largest float8, still float8, digits integer, most_digits integer, all_moves bigint, all_usual float8,
    rounding float8, move_limit float8, days bigint, expected float8, tolerance float8, shift float8, implied_by text,
    confirms boolean default false, median float8, banks bigint, former_median float8
  ) on commit delete rows;
  create temporary table if not exists spreads (
    base text collate "C", quote text collate "C", date date, type text collate "C", other_type text collate "C", value numeric,
    other_value numeric, distance float8, rounding float8, tables bigint, low float8, high float8
  ) on commit delete rows;
  create temporary table if not exists measured_tables (
    date date, pairs bigint, moved bigint, moving bigint, step float8, after_step float8, shift float8, tolerance float8,
    tables bigint, moved_tables bigint, largest_shift float8, least_move float8, has_weekday boolean,
    same bigint, same_day date, most_same float8, copied bigint, copied_day date, copied_by_chance bigint,
    lost bigint, pairs_before bigint, fewest bigint, added bigint,
    corrected bigint, stored bigint, moved_away float8, repeated bigint, repeated_day date
  ) on commit delete rows;
  create temporary table if not exists verdicts (
    base text collate "C", quote text collate "C", type text collate "C", date date, rule text, fault text, gravity integer, place integer,
    reason text
  ) on commit delete rows
$$;
