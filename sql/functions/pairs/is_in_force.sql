-- Whether a rate of a type at a source is in force on a day: no rate of the type up to the day is dated more than stale_days() later.
-- `known` restricts them to rates known at that instant.
create or replace function is_in_force(source_code text, rate_type text, rate_date date, wanted date, known timestamptz)
returns table (in_force boolean)
language sql stable parallel safe
as $$
  select not exists (
    select from rates
    where source = source_code and type = rate_type and date > rate_date + stale_days() and date <= wanted
      and value_known(rates, known) is not null)
$$;
