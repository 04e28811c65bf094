-- The rate of one currency in others at an instant, in units of the target for one of the source: one row for each target, from the first
-- active feed that has both currencies (see market_derivations).
create or replace function market_rate(source_currency text, targets text[], moment timestamptz)
returns table (target text, rate numeric, "time" timestamptz, class text)
language sql stable parallel safe
as $$
  select distinct on (derivations.target) derivations.target, as_written(derivations.rate, derived), derivations.time, derivations.class
  from market_derivations(source_currency, targets, moment, moment, 'moment') derivations
  order by derivations.target, place
$$;
