-- A source as find_bank has it, in the first row alone, and after it the history of a pair (see pair_history) with the rates as they are
-- written out, at most so many rows. No row when the source is unknown.
create or replace function bank_pair_history(
  source_code text, source_currency text, target_currency text, from_date date, to_date date, wanted_type text, known timestamptz, at_most integer)
returns table (date date, rate numeric, rate_type text, derived boolean, method text, valid_from date, valid_to date, bank json)
language sql stable parallel safe
as $$
  select null, null, null, null, null, null, null, to_json(it)
  from find_bank(source_code) it
  union all
  (select date, as_written(rate, derived), rate_type, derived, method, valid_from, valid_to, null
   from pair_history(source_code, source_currency, target_currency, from_date, to_date, wanted_type, known)
   limit at_most)
$$;
