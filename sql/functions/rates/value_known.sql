-- The value of a rate as known at an instant; null means now. Null if the rate was not known then.
create or replace function value_known(rate rates, known timestamptz)
returns numeric
language sql stable parallel safe
as $$
  select case when known is null or rate.known_at <= known then rate.value else (revised_rate(rate, known)).value end
$$;
