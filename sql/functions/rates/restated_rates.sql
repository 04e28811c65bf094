-- The same as pair_rates in the currencies of today (see restated_history).
create or replace function restated_rates(
  source_code text, source_currency text, target_currency text, from_date date, to_date date, wanted_type text, known timestamptz,
  at_most integer default null)
returns table (
  date date, base text, quote text, type text, value numeric, derived boolean, method text,
  ratio numeric)
language sql stable parallel safe
as $$
  select date, base, quote, rate_type, as_written(rate, derived), derived, method, ratio
  from restated_history(source_code, source_currency, target_currency, from_date, to_date, wanted_type, known)
  limit at_most
$$;
