-- The published rates of one source in a window with a currency on either side, ascending by date, with their printed validity and figure.
-- A currency in most series (the home currency) is read table by table, so that the limit ends the read early; any other currency is read
-- series by series.
create or replace function symbol_history(
  source_code text, symbol text, from_date date, to_date date, wanted_type text default null, known timestamptz default null,
  at_most integer default null)
returns table (rate_date date, base text, quote text, type text, value numeric, valid_from date, valid_to date, printed_value numeric,
  printed_unit json, note text)
language sql stable parallel safe
as $$
  select date, base, quote, type, value, valid_from, valid_to, printed_value(value, unit), printed_unit(unit), printed_note(unit)
  from (
    (select date, base, quote, type, value_known(rates, known) as value, unit_known(rates, known) as unit,
       valid_from_known(rates, known) as valid_from, valid_to_known(rates, known) as valid_to
     from rates
     where source = source_code and date between from_date and to_date
       and symbol in (base, quote)
       and (wanted_type is null or type = wanted_type)
       and value_known(rates, known) is not null
       and is_in_most_series(source_code, symbol)
     order by date, base, quote, type
     limit at_most)
    union all
    (select figure.date, base, quote, type, figure.value, figure.unit, figure.valid_from, figure.valid_to
     from series
     cross join lateral series_values(source_code, base, quote, type, from_date, to_date, known) figure
     where source = source_code
       and symbol in (base, quote)
       and (wanted_type is null or type = wanted_type)
       and figure.value is not null
       and not is_in_most_series(source_code, symbol)
     order by figure.date, base, quote, type
     limit at_most)
  ) found
  order by date, base, quote, type
  limit at_most
$$;
