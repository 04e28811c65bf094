-- The newest table of a source on or before a date as compat_history gives it: its date in every row, one row without a currency where
-- the base is not in it, without a date where there is no table that old.
create or replace function compat_table(
  source_code text, base_currency text, on_date date, wanted text[] default null, amount numeric default 1, places integer default null)
returns table (date date, currency text, rate numeric)
language sql stable parallel safe
as $$
  select newest, it.currency, it.rate
  from table_date(source_code, on_date) newest
  left join lateral compat_history(source_code, base_currency, newest, newest, wanted, amount, places) it on true
  order by it.currency
$$;
