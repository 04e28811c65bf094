-- The figures of several published series (see sdmx_values), in the order of the arrays, each ascending. The series are read one after
-- another, so that the first rows come early.
create or replace function sdmx_observations(
  of_sources text[], of_bases text[], of_quotes text[], of_types text[], units text[], stats text[], from_date date, to_date date,
  today date,
  first_n integer default null, last_n integer default null, since timestamptz default null)
returns table (place bigint, period date, value numeric, days bigint)
language sql stable parallel safe
as $$
  select wanted.place, figure.period, figure.value, figure.days
  from (
    select *
    from unnest(of_sources, of_bases, of_quotes, of_types, units, stats) with ordinality wanted (source, base, quote, type, unit, stat,
      place)
    order by place
  ) wanted
  cross join lateral sdmx_values(wanted.source, wanted.base, wanted.quote, wanted.type, wanted.unit, wanted.stat, from_date, to_date, today,
    first_n, last_n, since) figure
  order by wanted.place, figure.period
$$;
