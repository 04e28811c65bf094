-- On how many of the 31 days before a date a value within a tenth of another waits in quarantine because of its level.
create or replace function days_on_level(of_source text, of_base text, of_quote text, of_type text, of_date date, level float8)
returns bigint
language sql stable
as $$
  select count(distinct date)
  from quarantine
  where status = 'pending' and source = of_source and fault = 'level'
    and base = of_base and quote = of_quote and type = of_type
    and date::date between of_date - 31 and of_date - 1
    and rate between level / 1.1 and level * 1.1
$$;
