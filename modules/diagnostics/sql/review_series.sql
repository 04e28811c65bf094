-- The findings of review_figures by series: the number of rates, their first and last date, the median factor, and the date, value and
-- expected value of the most distant one.
create or replace function review_series(from_date date, to_date date, source_code text default null)
returns table (
  finding text, source text, base text, quote text, type text, figures bigint, first_date date, last_date date, factor numeric,
  others integer,
  worst_date date, worst_value numeric, worst_expected numeric)
language sql
as $$
  select finding, source, base, quote, type, count(*), min(date), max(date),
    round_significant(percentile_cont(0.5) within group (order by factor::float8)::numeric, 5), min(others),
    (array_agg(date order by abs(ln(factor)) desc, date))[1],
    (array_agg(value order by abs(ln(factor)) desc, date))[1],
    (array_agg(expected order by abs(ln(factor)) desc, date))[1]
  from review_figures(from_date, to_date, source_code)
  group by finding, source, base, quote, type
  order by source, base, quote, type
$$;
