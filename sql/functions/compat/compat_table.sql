-- A source's newest table on or before a date, as in compat_history. No row if there is none, or if the base is not in it.
create or replace function compat_table(
  source_code text, base_currency text, on_date date, wanted text[] default null, amount numeric default 1, places integer default null)
returns table (date date, currency text, rate numeric)
language sql stable parallel safe
as $$
  select newest, currency, rate
  from table_date(source_code, on_date) newest
  cross join lateral compat_history(source_code, base_currency, newest, newest, wanted, amount, places)
$$;
