-- At most `at_most` published rates with a currency on every calendar day (see filled_symbol_history), which the table of `rate_date`
-- fills.
create or replace function filled_symbol_rates(
  source_code text, symbol text, from_date date, to_date date, wanted_type text, known timestamptz, today date,
  at_most integer default null)
returns table (
  date date, base text, quote text, type text, value numeric, rate_date date, filled boolean, valid_from date, valid_to date,
  printed_value numeric, printed_unit json, note text)
language sql stable parallel safe
as $$
  select day, base, quote, type, value, rate_date, rate_date < day, valid_from, valid_to, printed_value, printed_unit, note
  from filled_symbol_history(source_code, symbol, from_date, to_date, wanted_type, known, today)
  limit at_most
$$;
