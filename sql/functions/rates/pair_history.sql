-- The rates of a pair at one bank, ascending: one for each table of the window that gives the pair, by the rule of resolve_pair. A
-- currency against itself is one in every table that has it.
create or replace function pair_history(
  source_code text, source_currency text, target_currency text, from_date date, to_date date, wanted_type text default null,
  known timestamptz default null)
returns table (
  date date, rate numeric, rate_type text, method text, derived boolean, valid_from date, valid_to date,
  printed_value numeric, printed_unit json, note text)
language sql stable parallel safe
as $$
  (select distinct on (derivations.date) derivations.date, rate, rate_type, method,
    method <> 'published' or (select kind = 'composite' from sources where code = source_code), derivations.valid_from,
    derivations.valid_to, printed_value(rate, derivations.unit), printed_unit(derivations.unit), printed_note(derivations.unit)
   from rate_derivations(source_code, source_currency, array[target_currency], from_date, to_date, wanted_type, known) derivations
   order by derivations.date, priority)
  union all
  (select distinct on (figure.date) figure.date, 1, series.type, 'cross', true, null::date, null::date, null, null, null
   from sources
   join series on series.source = code
   cross join lateral series_values(source_code, series.base, series.quote, series.type, from_date, to_date, known) figure
   where source_currency = target_currency and code = source_code and source_currency in (series.base, series.quote)
     and (wanted_type is null or series.type = wanted_type) and figure.value is not null
   order by figure.date, array_position(rate_types, series.type))
$$;
