-- A source, and the rate of a pair in its newest table on or before a date as it was known at a moment (see resolve_pair), with the evidence for
-- it. `known_at` is the newest change of the source that counts. Nulls where the pair does not resolve; no row when the source is unknown.
create or replace function certified_pair(
  source_code text, source_currency text, target_currency text, wanted date, wanted_type text default null, as_of timestamptz default null, with_rows boolean default false)
returns table (
  known_at text, dated text, rate_date date, rate text, rate_type text, method text, valid_from date, valid_to date, in_force boolean,
  rates json, entries json, size bigint, root bytea, bank json)
language sql stable
as $$
  select utc_text(newest.known), dated, it.date, as_written(it.rate, derived)::text, it.rate_type, it.method, it.valid_from, it.valid_to, it.in_force,
    evidence.rates, evidence.entries, evidence.size, evidence.root, to_json(bank)
  from find_bank(source_code) bank
  join sources on sources.code = bank.code
  cross join lateral (
    select least(as_of, max(log_entries.known_at)) as known
    from log_entries
    where log_entries.source = source_code
  ) newest
  left join resolve_pair(source_code, source_currency, target_currency, wanted, wanted_type, newest.known) it on true
  left join lateral evidence_of(source_code, it.date, newest.known, (
    select json_agg(json_build_object('base', leg ->> 'base', 'quote', leg ->> 'quote', 'type', it.rate_type)) from json_array_elements(it.legs) leg
  ), null, with_rows) evidence on it.date is not null
$$;
