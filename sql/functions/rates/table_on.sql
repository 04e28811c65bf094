-- A source's newest table on or before the wanted date (see table_date): every rate as published, for one base unit, with its printed
-- validity and figure (see printed_value). `wanted_type` and `known` restrict the answer to rates of a type and to those known at that
-- instant. No rows if the source is unknown or has no table that old.
create or replace function table_on(source_code text, wanted date, known timestamptz default null, wanted_type text default null)
returns table (
  rate_date date, base text, quote text, type text, value numeric, valid_from date, valid_to date,
  printed_value numeric, printed_unit json, note text)
language plpgsql stable parallel safe rows 60
as $$
#variable_conflict use_column
declare
  newest constant date := table_date(source_code, wanted, known, wanted_type);
begin
  return query
    select rates.date, rates.base, rates.quote, rates.type, value_known(rates, known), valid_from_known(rates, known),
      valid_to_known(rates, known), printed_value(value_known(rates, known), unit_known(rates, known)),
      printed_unit(unit_known(rates, known)), printed_note(unit_known(rates, known))
    from rates
    where rates.source = source_code and rates.date = newest and (wanted_type is null or rates.type = wanted_type)
      and value_known(rates, known) is not null
    order by rates.base, rates.quote, rates.type;
end $$;
