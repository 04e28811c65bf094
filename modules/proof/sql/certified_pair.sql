-- The source as in find_bank with the rate of a pair in its newest table on or before a date, as known at an instant (see resolve_pair),
-- and its evidence, which is empty for a median of several sources' crosses. `known_at` is that of evidence_instant. Nulls if the pair does
-- not resolve. No row if the source is unknown.
create or replace function certified_pair(
  source_code text, source_currency text, target_currency text, wanted date, wanted_type text default null, as_of timestamptz default null,
  with_rows boolean default false)
returns table (
  known_at text, dated text, rate_date date, rate text, rate_type text, method text, valid_from date, valid_to date, in_force boolean,
  rates json, entries json, size bigint, root bytea, bank json)
language sql stable
as $$
  select utc_text(instant.known), dated, resolved.date, as_written(resolved.rate, derived)::text, resolved.rate_type, resolved.method,
    resolved.valid_from, resolved.valid_to,
    resolved.in_force, evidence.rates, evidence.entries, evidence.size, evidence.root, to_json(bank)
  from find_bank(source_code) bank
  cross join evidence_instant(source_code, as_of) instant
  left join resolve_pair(source_code, source_currency, target_currency, wanted, wanted_type, instant.known) resolved on true
  left join lateral evidence_of(source_code, resolved.date, instant.known, (
    select coalesce(json_agg(json_build_object('base', leg ->> 'base', 'quote', leg ->> 'quote', 'type', resolved.rate_type)), '[]')
      from json_array_elements(resolved.legs) leg
  ), null, with_rows) evidence on resolved.date is not null
$$;
