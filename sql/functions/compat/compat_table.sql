-- The source as in find_bank, in the first row only, with the date of its newest table on or before a date (null if there is none); then that
-- table as in compat_history, without rows if the base is not in it. No row if the source is unknown.
create or replace function compat_table(
  source_code text, base_currency text, on_date date, wanted text[] default null, amount numeric default 1, places integer default null)
returns table (date date, currency text, rate numeric, bank json)
language sql stable parallel safe
as $$
  select table_date(source_code, on_date), null, null, to_json(it)
  from find_bank(source_code) it
  union all
  select newest, currency, rate, null
  from table_date(source_code, on_date) newest
  cross join lateral compat_history(source_code, base_currency, newest, newest, wanted, amount, places)
$$;
