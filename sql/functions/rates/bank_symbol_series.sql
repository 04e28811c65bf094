-- The source as in find_bank, in the first row only, then one published series with a currency (see symbol_series) over a number of days up to
-- its newest table. No row if the source is unknown.
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
