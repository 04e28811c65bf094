-- How much farther a figure is than another figure from the middle of its neighbours, as a logarithm; null without a preceding neighbour.
create or replace function away_of_neighbours(value numeric, former numeric, before float8, after float8)
returns float8
language sql immutable parallel safe
as $$
  select abs(ln(value::float8 / middle)) - abs(ln(former::float8 / middle))
  from (select case when after is null then before else sqrt(before * after) end as middle) it
$$;
