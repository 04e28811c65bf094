-- The source as in find_bank with its newest table on or before a date, as known at an instant (see table_on), and its evidence. `known_at`
-- is that of evidence_instant. Nulls if there is no table that old. No row if the source is unknown.
create or replace function certified_table(source_code text, wanted date, as_of timestamptz default null, with_rows boolean default false)
returns table (known_at text, dated text, rate_date date, rates json, entries json, size bigint, root bytea, bank json)
language sql stable
as $$
  select utc_text(instant.known), dated, table_date, evidence.rates, evidence.entries, evidence.size, evidence.root, to_json(bank)
  from find_bank(source_code) bank
  cross join evidence_instant(source_code, as_of) instant
  cross join table_date(source_code, wanted, instant.known) table_date
  left join lateral evidence_of(source_code, table_date, instant.known, null, null, with_rows) evidence on table_date is not null
$$;
