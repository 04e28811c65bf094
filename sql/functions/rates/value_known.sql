-- The value of a rate as it was known at a moment, or as it is now without one. Null if it was not known then.
create or replace function value_known(rate rates, known timestamptz)
returns numeric
language sql stable parallel safe
as $$
  select case when known is null or rate.known_at <= known then rate.value else (revised_rate(rate, known)).value end
$$;
