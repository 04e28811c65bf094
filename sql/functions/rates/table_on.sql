-- A source's newest table on or before the wanted date: every rate as published, for one base unit, with its printed validity and figure
-- (see printed_value). `known` restricts the answer to rates known at that instant. No rows if the source is unknown or has no table that
-- old.
create or replace function table_on(source_code text, wanted date, known timestamptz default null)
returns table (
  rate_date date, base text, quote text, type text, value numeric, valid_from date, valid_to date,
  printed_value numeric, printed_unit json, note text)
language plpgsql stable parallel safe rows 60
as $$
#variable_conflict use_column
declare
  newest date;
begin
  if known is null then
    select date into newest from tables where source = source_code and date <= wanted order by date desc limit 1;
  else
    select candidates.date into newest
    from tables candidates
    where candidates.source = source_code and candidates.date <= wanted
      and exists (select from rates where rates.source = source_code and rates.date = candidates.date
        and value_known(rates, known) is not null)
    order by candidates.date desc
    limit 1;
  end if;
  return query
    select rates.date, rates.base, rates.quote, rates.type, value_known(rates, known), valid_from_known(rates, known),
      valid_to_known(rates, known), printed_value(value_known(rates, known), unit_known(rates, known)),
      printed_unit(unit_known(rates, known)), printed_note(unit_known(rates, known))
    from rates
    where rates.source = source_code and rates.date = newest and value_known(rates, known) is not null
    order by rates.base, rates.quote, rates.type;
end $$;
