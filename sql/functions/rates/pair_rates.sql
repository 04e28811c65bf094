-- The history of a pair (see pair_history) in the form of answers: at most `at_most` rates as written out.
create or replace function pair_rates(
  source_code text, source_currency text, target_currency text, from_date date, to_date date, wanted_type text, known timestamptz,
  at_most integer default null)
returns table (
  date date, base text, quote text, type text, value numeric, derived boolean, method text,
  valid_from date, valid_to date, printed_value numeric, printed_unit json, note text)
language sql stable parallel safe
as $$
  select date, source_currency, target_currency, rate_type, as_written(rate, derived), derived, method, valid_from, valid_to,
    printed_value, printed_unit, note
  from pair_history(source_code, source_currency, target_currency, from_date, to_date, wanted_type, known)
  limit at_most
$$;
