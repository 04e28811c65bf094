-- The same as pair_rates with a row for every calendar day (see filled_pair_history), which the table of `rate_date` fills.
create or replace function filled_pair_rates(
  source_code text, source_currency text, target_currency text, from_date date, to_date date, wanted_type text, known timestamptz,
  today date, at_most integer default null)
returns table (
  date date, base text, quote text, type text, value numeric, derived boolean, method text,
  rate_date date, filled boolean, valid_from date, valid_to date, printed_value numeric, printed_unit json, note text)
language sql stable parallel safe
as $$
  select day, source_currency, target_currency, rate_type, as_written(rate, derived), derived, method, date, date < day, valid_from,
    valid_to, printed_value, printed_unit, note
  from filled_pair_history(source_code, source_currency, target_currency, from_date, to_date, wanted_type, known, today)
  limit at_most
$$;
