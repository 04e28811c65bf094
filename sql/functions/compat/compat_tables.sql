-- The source as in find_bank, in the first row only, with its home currency and every currency ever quoted against it; then the tables of a
-- window as in compat_history. No row if the source is unknown.
create or replace function compat_tables(
  source_code text, base_currency text, from_date date, to_date date, wanted text[] default null, amount numeric default 1, places integer default null)
returns table (date date, currency text, rate numeric, currencies text[], bank json)
language sql stable parallel safe
as $$
  select null, null, null,
    array(
      select home_currency from sources where code = source_code
      union
      select quote from sources join series on source = code and base = home_currency where code = source_code),
    to_json(it)
  from find_bank(source_code) it
  union all
  select date, currency, rate, null, null
  from compat_history(source_code, base_currency, from_date, to_date, wanted, amount, places)
$$;
