-- The source as in find_bank with the newest rate of a pair on or before a date (see resolve_pair), as written out; nulls if the pair does
-- not resolve. No row if the source is unknown.
create or replace function bank_pair(
  source_code text, source_currency text, target_currency text, wanted date, wanted_type text default null, known timestamptz default null,
  with_crosses boolean default true)
returns table (rate_date date, rate numeric, rate_type text, derived boolean, method text, valid_from date, valid_to date, printed_value numeric, printed_unit json, note text,
  in_force boolean, bank json)
language sql stable parallel safe
as $$
  select date, as_written(rate, derived), rate_type, derived, method, valid_from, valid_to,
    printed_value(rate, unit), printed_unit(unit), printed_note(unit), in_force, to_json(bank)
  from find_bank(source_code) bank
  left join resolve_pair(source_code, source_currency, target_currency, wanted, wanted_type, known, with_crosses) on true
$$;
