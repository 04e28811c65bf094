-- True if a table has a rate: of `wanted_type` and known at `known` if given, and not for a period if `for_day`.
create or replace function has_rate(
  source_code text, table_day date, wanted_type text default null, known timestamptz default null, for_day boolean default false)
returns boolean
language sql stable parallel safe
as $$
  select exists (
    select from rates
    where source = source_code and date = table_day and (wanted_type is null or type = wanted_type)
      and (known is null or value_known(rates, known) is not null) and not (for_day and is_for_period(type)))
$$;
