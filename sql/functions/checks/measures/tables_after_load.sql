-- The rates of some days of a source as a load of the staged document would leave them: its rows, and the other stored
-- rates. `former` is the stored value, or `value` if none is stored. Uses the temporary table staged_rates.
create or replace function tables_after_load(source_code text, days date[])
returns table (date date, base text, quote text, type text, value numeric, former numeric, is_fresh boolean)
language sql stable
as $$
  select date, base, quote, type, value, coalesce(former, value), fresh
  from staged_rates
  where date = any(days)
  union all
  select day, stored.base, stored.quote, stored.type, stored.value, stored.value, false
  from unnest(days) day
  cross join lateral (select base, quote, type, value from rates where source = source_code and date = day offset 0) stored
  where not exists (
    select
    from staged_rates staged
    where (staged.base, staged.quote, staged.type, staged.date) = (stored.base, stored.quote, stored.type, day))
$$;
