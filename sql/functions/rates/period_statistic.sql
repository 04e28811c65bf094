-- The average, first, last, lowest or highest of rates in date order: rounded half away from zero with `digits`, else as written out, where
-- an average counts as derived. Rounds to thirty decimals first, because inverses and crosses are truncated after forty.
create or replace function period_statistic(rates numeric[], stat text, derived boolean, digits integer default null)
returns numeric
language sql immutable parallel safe
as $$
  select case when digits is null then as_written(result, derived or stat = 'average') else round(round(result, 30), digits) end
  from (
    select case stat
      when 'average' then (select divide(sum(rate), count(*)) from unnest(rates) rate)
      when 'start' then rates[1]
      when 'end' then rates[cardinality(rates)]
      when 'min' then (select min(rate) from unnest(rates) rate)
      when 'max' then (select max(rate) from unnest(rates) rate)
    end as result
  ) found
$$;
