-- The staged rates of keys for which nothing is stored, each with whether its series has something within 400 days. Uses the temporary table
-- staged_rates.
create or replace function first_rates(source_code text)
returns table (base text, quote text, type text, date date, value numeric, reason text, fault text, is_known boolean)
language sql stable
as $$
  select it.base, it.quote, it.type, it.date, it.value, it.reason, it.fault, series.source is not null
  from staged_rates it
  left join series on series.source = source_code and (series.base, series.quote, series.type) = (it.base, it.quote, it.type)
    and it.date between first_date - 400 and last_date + 400
  where it.fresh and it.former is null
$$;
