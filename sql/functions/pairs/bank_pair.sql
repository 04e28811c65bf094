-- A source with the newest rate of a pair on or before a date (see resolve_pair), as written out, or their parity by law (see par_rate). If
-- the pair does not resolve, nulls, with the date of its first rate and the code that the source prints. No row if the source is unknown.
-- `places` rounds the rate. `notes` are the doubts of its rates (see doubt_notes); they and `overdue` are null if `known` is set. See
-- validity_state for the columns of the validity.
create or replace function bank_pair(
  source_code text, source_currency text, target_currency text, wanted date, wanted_type text, known timestamptz, with_crosses boolean,
  today date, places integer default null)
returns table (
  bank text, name text, rate_types text[], source_url text, terms_url text, latest_date date, dated text, rate_date date, rate numeric,
  rate_type text, derived boolean, method text, valid_from date, valid_to date, printed_value numeric, printed_unit json, note text,
  in_force boolean, notes json, ended date, overdue boolean, first_date date, printed_code text)
language sql stable parallel safe
as $$
  select code, name, rate_types, source_url, terms_url, latest_date, dated, resolved.date,
    case when places is null then as_written(resolved.rate, resolved.derived)
      else round(as_written(resolved.rate, resolved.derived), places) end,
    resolved.rate_type, resolved.derived, resolved.method, resolved.valid_from, resolved.valid_to,
    printed_value(resolved.rate, resolved.unit), printed_unit(resolved.unit),
    nullif(concat_ws(' ', printed_note(resolved.unit), par.note,
      case when places is not null then format('Rounded to %s decimals, half up.', places) end), ''),
    resolved.in_force,
    (select json_agg(noted)
     from doubt_notes(array[source_code], array[source_currency], array[target_currency], array[resolved.date], array[wanted]) noted
     where known is null),
    ended, case when known is null then overdue end,
    case when is_missing then first_pair_date(source_code, source_currency, target_currency, wanted_type, with_crosses) end,
    case when is_missing then printed_code(source_code, source_currency, target_currency, wanted, known, with_crosses) end
  from find_bank(source_code) bank
  left join resolve_pair(source_code, source_currency, target_currency, wanted, wanted_type, known, with_crosses) found on true
  left join lateral par_rate(source_code, source_currency, target_currency, wanted, known) par
    on found.date is null and (wanted_type is null or wanted_type = par.type)
  cross join lateral (
    select coalesce(found.date, par.date) as date, coalesce(found.rate, case when par.date is not null then 1 end) as rate,
      coalesce(found.rate_type, par.type) as rate_type, coalesce(found.method, case when par.date is not null then 'cross' end) as method,
      coalesce(found.derived, par.date is not null) as derived, found.valid_from, found.valid_to, found.unit,
      coalesce(found.in_force, true) as in_force, coalesce(found.date, par.date) is null or not found.in_force as is_missing
  ) resolved
  left join validity_state(source_code, latest_date, resolved.valid_to, wanted, today) on true
$$;
