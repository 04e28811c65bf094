-- A source, and its rates of a date, or of all dates since an earlier one, in some series (an array of base, quote and type) as they were known at
-- a moment, with the evidence for them.
-- `known_at` is the newest change of the source that counts. No row when the source is unknown.
create or replace function certified_rates(source_code text, of_date date, series json, as_of timestamptz default null, from_date date default null, with_rows boolean default false)
returns table (known_at text, dated text, rate_date date, rates json, entries json, size bigint, root bytea, bank json)
language sql stable
as $$
  select utc_text(newest.known), dated, of_date, evidence.rates, evidence.entries, evidence.size, evidence.root, to_json(bank)
  from find_bank(source_code) bank
  join sources on sources.code = bank.code
  cross join lateral (
    select least(as_of, max(log_entries.known_at)) as known
    from log_entries
    where log_entries.source = source_code
  ) newest
  cross join lateral evidence_of(source_code, of_date, newest.known, series, from_date, with_rows) evidence
$$;
