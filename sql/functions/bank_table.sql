-- A source as find_bank has it, in the first row alone, and after it the rows of its table on a date (see table_on), or those of one rate type.
-- No row when the source is unknown.
create or replace function bank_table(source_code text, wanted date, wanted_type text default null, known timestamptz default null)
returns table (rate_date date, base text, quote text, type text, value numeric, valid_from date, valid_to date, bank json)
language sql stable parallel safe
as $$
  select null, null, null, null, null, null, null, to_json(it)
  from find_bank(source_code) it
  union all
  select rate_date, base, quote, type, value, valid_from, valid_to, null
  from table_on(source_code, wanted, known) it
  where wanted_type is null or type = wanted_type
$$;
