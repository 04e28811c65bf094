-- True unless a source has, on or before a date, a rate of the same type in a table more than stale_days() after that of a rate. `known` asks for
-- what was known at a moment.
create or replace function is_in_force(source_code text, of_type text, of_date date, wanted date, known timestamptz default null)
returns boolean
language sql stable parallel safe
as $$
  select not exists (
    select from rates
    where source = source_code and type = of_type and date > of_date + stale_days() and date <= wanted and value_known(rates, known) is not null)
$$;
