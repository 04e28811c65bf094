-- One figure for the rates of a period, given in the order of their dates: their average, the one at the start or the end, the lowest or the highest.
-- Rounded half away from zero to so many decimals; without that as it is written out, an average as every derived rate. The thirtieth decimal
-- comes first, since the rates of inverses and crosses are themselves cut off after forty.
create or replace function period_statistic(rates numeric[], stat text, derived boolean, digits integer default null)
returns numeric
language sql immutable parallel safe
as $$
  select case when digits is null then as_written(it, derived or stat = 'average') else round(round(it, 30), digits) end
  from (
    select case stat
      when 'average' then (select divide(sum(rate), count(*)) from unnest(rates) rate)
      when 'start' then rates[1]
      when 'end' then rates[cardinality(rates)]
      when 'min' then (select min(rate) from unnest(rates) rate)
      when 'max' then (select max(rate) from unnest(rates) rate)
    end as it
  ) found
$$;
