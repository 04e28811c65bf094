-- The source as in find_bank with the extent of its table_history in a window: the number of months with a rate, counted for each pair, and
-- whether a rate has a validity, and one a printed figure. No row if the source is unknown.
create or replace function bank_tables(source_code text, from_date date, to_date date, wanted_type text default null)
returns table (pair_months bigint, has_validity boolean, has_printed boolean, bank json)
language sql stable parallel safe
as $$
  select
    (select count(distinct (base, quote, month))
     from series
     cross join generate_series(date_trunc('month', greatest(from_date, first_date)), least(to_date, last_date), interval '1 month') month
     cross join lateral (
       select from rates
       where rates.source = source_code and rates.base = series.base and rates.quote = series.quote and rates.type = series.type
         and rates.date between greatest(from_date, month::date) and least(to_date, (month + interval '1 month - 1 day')::date)
       limit 1 -- one index probe per series and month
     ) one_rate
     where source = source_code and (wanted_type is null or type = wanted_type)),
    exists (
      select from rates
      where source = source_code and date between from_date and to_date and (valid_from is not null or valid_to is not null)),
    exists (select from rates where source = source_code and date between from_date and to_date and unit <> '1'),
    to_json(bank)
  from find_bank(source_code) bank
$$;
