-- A source, and its newest table on or before a date as it was known at a moment (see table_on), with the evidence for it. `known_at` is the
-- newest change of the source that counts. Nulls where there is no table that old; no row when the source is unknown.
create or replace function certified_table(source_code text, wanted date, as_of timestamptz default null, with_rows boolean default false)
returns table (known_at text, dated text, rate_date date, rates json, entries json, size bigint, root bytea, bank json)
language sql stable
as $$
  select utc_text(newest.known), dated, it.rate_date, evidence.rates, evidence.entries, evidence.size, evidence.root, to_json(bank)
  from find_bank(source_code) bank
  join sources on sources.code = bank.code
  cross join lateral (
    select least(as_of, max(log_entries.known_at)) as known
    from log_entries
    where log_entries.source = source_code
  ) newest
  left join lateral (select rate_date from table_on(source_code, wanted, newest.known) limit 1) it on true
  left join lateral evidence_of(source_code, it.rate_date, newest.known, null, null, with_rows) evidence on it.rate_date is not null
$$;
