-- The rates of one currency in others in each minute, hour or day (UTC) of a period, by time and target: the last rate of the first active
-- feed that has both currencies then (see market_derivations). On a day without any feed for a target, that of the composite.
create or replace function market_window(
  source_currency text, targets text[], from_time timestamptz, to_time timestamptz, grouping_unit text)
returns table ("time" timestamptz, target text, rate numeric, class text)
language sql stable parallel safe
as $$
  select distinct on (derivation.time, derivation.target) derivation.time, derivation.target, as_written(derivation.rate, derived),
    derivation.class
  from (
    -- any other collation doubles the time
    select derivations.time, derivations.target collate "C" as target, derivations.rate, derived, derivations.class, place,
      min(place) over (partition by derivations.target collate "C", date_trunc('day', derivations.time, 'UTC')) is null as is_without_feed
    from market_derivations(source_currency, targets, from_time, to_time, grouping_unit) derivations
  ) derivation
  where place is not null or is_without_feed
  order by derivation.time, derivation.target, place
$$;
