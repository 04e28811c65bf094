-- A source with the newest rate of a pair on or before a date (see resolve_pair), as written out; nulls if the pair does not resolve, and no
-- row if the source is unknown. `notes` are the doubts of its rates (see doubt_notes), unless the rate is as known at an instant. See
-- validity_state for the columns of the validity.
create or replace function bank_pair(
  source_code text, source_currency text, target_currency text, wanted date, wanted_type text, known timestamptz, with_crosses boolean,
  today date)
returns table (
  bank text, name text, rate_types text[], source_url text, terms_url text, latest_date date, dated text, rate_date date, rate numeric, rate_type text,
  derived boolean, method text, valid_from date, valid_to date, printed_value numeric, printed_unit json, note text, in_force boolean,
  notes json, ended date, overdue boolean)
language sql stable parallel safe
as $$
  select code, name, rate_types, source_url, terms_url, latest_date, dated, date, as_written(rate, derived), rate_type, derived, method,
    valid_from, valid_to, printed_value(rate, unit), printed_unit(unit), printed_note(unit), in_force,
    (select json_agg(it)
     from doubt_notes(array[source_code], array[source_currency], array[target_currency], array[date], array[wanted]) it
     where known is null),
    ended, overdue
  from find_bank(source_code) bank
  left join resolve_pair(source_code, source_currency, target_currency, wanted, wanted_type, known, with_crosses) on true
  left join validity_state(source_code, latest_date, valid_to, wanted, today) on true
$$;
