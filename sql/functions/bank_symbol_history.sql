-- A source as find_bank has it, in the first row alone, and after it the published rates with a currency (see symbol_history), at most so
-- many rows. No row when the source is unknown.
create or replace function bank_symbol_history(
  source_code text, symbol text, from_date date, to_date date, wanted_type text, known timestamptz, at_most integer)
returns table (rate_date date, base text, quote text, type text, value numeric, valid_from date, valid_to date, bank json)
language sql stable parallel safe
as $$
  select null, null, null, null, null, null, null, to_json(it)
  from find_bank(source_code) it
  union all
  select rate_date, base, quote, type, value, valid_from, valid_to, null
  from symbol_history(source_code, symbol, from_date, to_date, wanted_type, known, at_most)
$$;
