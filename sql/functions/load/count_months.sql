-- Recounts the rates of a source in the months of these dates (see series_months).
create or replace function count_months(source_code text, dates date[])
returns void
language sql
as $$
  delete from series_months
  where source = source_code and month in (select date_trunc('month', date::timestamp) from unnest(dates) date);

  insert into series_months
  select source_code, base, quote, type, month, count(*), max(length(trunc(value)::text)), max(scale(value)),
    bool_or(num_nonnulls(valid_from, valid_to) > 0), bool_or(unit <> '1')
  from (select distinct date_trunc('month', date::timestamp)::date as month from unnest(dates) date) changed
  cross join lateral (
    select base, quote, type, value, unit, valid_from, valid_to
    from rates
    where source = source_code and date between month and (month + interval '1 month')::date - 1
    offset 0 -- one index range per month: without statistics the planner compares each rate of the source with each month
  ) of_month
  group by base, quote, type, month
$$;
