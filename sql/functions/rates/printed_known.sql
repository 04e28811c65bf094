-- The printed figure of a rate (see printed_figure), as of the same instant as value_known. It has no
-- subquery, with which PostgreSQL does not inline a function.
create or replace function printed_known(rate rates, known timestamptz)
returns text
language sql stable parallel safe
as $$
  select case
    when known is null or rate.known_at <= known then printed_figure(rate.value, rate.unit)
    else printed_figure((revised_rate(rate, known)).value, (revised_rate(rate, known)).unit)
  end
$$;
