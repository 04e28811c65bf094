-- What table_history has in a window, in pairs times calendar months: each month counts once for each pair of which it has a rate.
create or replace function table_history_cost(source_code text, from_date date, to_date date, wanted_type text default null)
returns bigint
language sql stable parallel safe
as $$
  select count(distinct (base, quote, month))
  from series
  cross join generate_series(date_trunc('month', greatest(from_date, first_date)), least(to_date, last_date), interval '1 month') month
  cross join lateral (
    select from rates
    where rates.source = source_code and rates.base = series.base and rates.quote = series.quote and rates.type = series.type
      and rates.date between greatest(from_date, month::date) and least(to_date, (month + interval '1 month - 1 day')::date)
    limit 1 -- one probe of the index a series and month
  ) it
  where source = source_code and (wanted_type is null or type = wanted_type)
$$;
