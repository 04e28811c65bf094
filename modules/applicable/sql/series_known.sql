-- True if a published series had a rate at an instant; null means now.
create or replace function series_known(of_source text, of_base text, of_quote text, of_type text, known timestamptz)
returns boolean
language sql stable parallel safe
as $$
  select known is null or exists (
    select
    from rates
    where source = of_source and base = of_base and quote = of_quote and type = of_type and value_known(rates, known) is not null
  )
$$;
