-- The staged rows without a reason whose series has nothing stored within 400 days. Uses the temporary table staged_rates.
create or replace function new_rates(source_code text)
returns table (base text, quote text, type text, date date, value numeric)
language sql stable
as $$
  select base, quote, type, date, value
  from staged_rates
  where fresh and former is null and reason is null
    and not exists (
      select from series
      where series.source = source_code and series.base = staged_rates.base and series.quote = staged_rates.quote and series.type = staged_rates.type
        and staged_rates.date between first_date - 400 and last_date + 400
    )
$$;
