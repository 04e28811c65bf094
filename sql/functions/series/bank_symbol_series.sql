-- A source as find_bank has it, in the first row alone, and after it one published series with a currency (see symbol_series) over so many days
-- up to its newest table. No row when the source is unknown.
create or replace function bank_symbol_series(source_code text, symbol text, days integer)
returns table (date date, base text, quote text, type text, value numeric, bank json)
language sql stable parallel safe
as $$
  select null, null, null, null, null, to_json(it)
  from find_bank(source_code) it
  union all
  select date, base, quote, type, value, null
  from find_bank(source_code)
  cross join lateral symbol_series(source_code, symbol, latest_date - days, latest_date)
$$;
