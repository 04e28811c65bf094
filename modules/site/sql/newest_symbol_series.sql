-- One published series of a source with a currency (see symbol_series) over a number of days up to its newest table.
create or replace function newest_symbol_series(source_code text, symbol text, days integer)
returns table (date date, base text, quote text, type text, value numeric)
language sql stable parallel safe
as $$
  select date, base, quote, type, value
  from find_bank(source_code)
  cross join lateral symbol_series(source_code, symbol, latest_date - days, latest_date)
$$;
