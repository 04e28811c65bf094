-- The source as in find_bank with its rates in some series (an array of base, quote and type) on a date, or from an earlier date on, as
-- known at an instant, and their evidence. `known_at` is that of evidence_instant. No row if the source is unknown.
create or replace function certified_rates(source_code text, of_date date, series json, as_of timestamptz default null,
  from_date date default null, with_rows boolean default false)
returns table (known_at text, dated text, rate_date date, rates json, entries json, size bigint, root bytea, bank json)
language sql stable
as $$
  select utc_text(instant.known), dated, of_date, evidence.rates, evidence.entries, evidence.size, evidence.root, to_json(bank)
  from find_bank(source_code) bank
  cross join evidence_instant(source_code, as_of) instant
  cross join lateral evidence_of(source_code, of_date, instant.known, series, from_date, with_rows) evidence
$$;
