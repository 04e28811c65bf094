-- The published rates of one source in a window with a currency on either side, ascending by date, with their printed validity and figure.
-- A currency in most series (the home currency) is read table by table, so that the limit ends the read early; any other one is read series
-- by series.
create or replace function symbol_history(
  source_code text, symbol text, from_date date, to_date date, wanted_type text default null, known timestamptz default null,
  at_most integer default null)
returns table (rate_date date, base text, quote text, type text, value numeric, valid_from date, valid_to date, printed_value numeric, printed_unit json, note text)
language plpgsql stable parallel safe
as $$
#variable_conflict use_column
begin
  if (select count(*) filter (where symbol in (series.base, series.quote)) * 2 > count(*) from series where series.source = source_code)
    then
    return query
      select rates.date, rates.base, rates.quote, rates.type, value_known(rates, known), valid_from_known(rates, known),
        valid_to_known(rates, known), printed_value(value_known(rates, known), unit_known(rates, known)), printed_unit(unit_known(rates, known)), printed_note(unit_known(rates, known))
      from rates
      where rates.source = source_code and rates.date between from_date and to_date
        and symbol in (rates.base, rates.quote)
        and (wanted_type is null or rates.type = wanted_type)
        and value_known(rates, known) is not null
      order by rates.date, rates.base, rates.quote, rates.type
      limit at_most;
  else
    return query
      select it.date, series.base, series.quote, series.type, it.value, it.valid_from, it.valid_to, printed_value(it.value, it.unit), printed_unit(it.unit), printed_note(it.unit)
      from series
      cross join lateral series_values(source_code, series.base, series.quote, series.type, from_date, to_date, known) it
      where series.source = source_code
        and symbol in (series.base, series.quote)
        and (wanted_type is null or series.type = wanted_type)
        and it.value is not null
      order by it.date, series.base, series.quote, series.type
      limit at_most;
  end if;
end $$;
