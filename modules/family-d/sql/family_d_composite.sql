-- The stored composite in units for one US dollar, on each day of a window on which a source publishes the currency: on other days the
-- composite only repeats older figures. `given` and `shares` are those of composite_shares; without `figures`.
create or replace function family_d_composite(currencies text[], from_date date, to_date date)
returns table (day date, currency text, rate numeric, figures json, given text[], shares numeric[])
language sql stable parallel safe
as $$
  with published as materialized (
    select distinct rates.date, it.currency
    from sources
    join series on series.source = code
    join rates on rates.source = code and rates.base = series.base and rates.quote = series.quote and rates.type = series.type
    cross join lateral (values (series.base), (series.quote)) it (currency)
    where active and family_d_blends(kind, cadence) and rates.date between from_date and to_date
      and (currencies is null or it.currency = any(currencies))
  )
  select rates.date, rates.quote, rates.value, null::json, it.tables, it.figures
  from sources
  join rates on rates.source = code and rates.base = 'USD'
  join published on published.date = rates.date and published.currency = rates.quote
  left join lateral newest_shares(rates.date, rates.quote, null) it on true
  where kind = 'composite' and active and rates.date between from_date and to_date and (currencies is null or rates.quote = any(currencies))
$$;
