-- The published rates of one source in a window, for one base unit: one row for each date and pair, by date, base and quote. If the table
-- has several rate types of the pair, the first in the source's order counts; `wanted_type` selects another. Read table by table, so that
-- the first rows come early.
create or replace function table_history(source_code text, from_date date, to_date date, wanted_type text default null)
returns table (
  rate_date date, base_ccy text, quote_ccy text, rate_type text, value numeric, valid_from date, valid_to date,
  printed_value numeric, printed_unit json, note text)
language sql stable parallel safe
as $$
  select tables.date, figure.base, figure.quote, figure.type, figure.value, figure.valid_from, figure.valid_to,
    printed_value(figure.value, figure.unit), printed_unit(figure.unit), printed_note(figure.unit)
  from tables
  cross join lateral (
    select distinct on (base, quote) base, quote, type, rates.value, rates.valid_from, rates.valid_to, unit
    from rates
    where rates.source = source_code and rates.date = tables.date and (wanted_type is null or type = wanted_type)
    order by base, quote, array_position((select rate_types from sources where code = source_code), type)
  ) figure
  where tables.source = source_code and tables.date between from_date and to_date
  order by tables.date, figure.base, figure.quote
$$;
