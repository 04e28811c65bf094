-- The rate of one currency in others, by default in all, at an instant, in units of the target for one of the source: one row for each
-- target, from the first active feed that has both currencies (see market_derivations).
create or replace function market_rate(source_currency text, targets text[], moment timestamptz)
returns table (rate numeric, source text, target text, "time" timestamptz, class text)
language sql stable parallel safe
as $$
  select distinct on (derivations.target) as_written(derivations.rate, derived), source_currency, derivations.target, derivations.time,
    derivations.class
  from market_derivations(
    source_currency, coalesce(targets, other_market_currencies(source_currency)), moment, moment, 'moment') derivations
  order by derivations.target, place
$$;
