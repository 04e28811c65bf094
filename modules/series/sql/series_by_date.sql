-- The rates of several series (see series_rates) by date and the order of the arrays, read year by year. `partial` describes the dates
-- behind the figure of a part of a period, and is null for others.
create or replace function series_by_date(
  banks text[], bases text[], quotes text[], since date, until date, wanted_type text default null, known timestamptz default null,
  unit text default null, stat text default null, digits integer default null, restated boolean default false)
returns table (date date, bank text, base text, quote text, type text, value numeric, derived boolean, partial text)
language sql stable parallel safe
as $$
  select figure.date, figure.bank, figure.base, figure.quote, figure.type, figure.value, figure.derived,
    case when figure.partial then partial_period(figure.days, figure.first_date, figure.last_date) end
  from reading_windows(since, until, unit) years
  cross join lateral series_rates(
    banks, bases, quotes, array_fill(years.first_date, array[cardinality(banks)]), years.last_date, wanted_type, known, unit, stat, digits,
    restated) figure
  order by years.first_date, figure.date, figure.place, figure.type
$$;
