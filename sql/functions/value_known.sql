-- The value of a row of rates as it was known at a moment: as it is where the moment is null, null where it was not known then.
create or replace function value_known(rate rates, known timestamptz)
returns numeric
language sql stable parallel safe
as $$
  select case
    when known is null or rate.known_at <= known then rate.value
    else revised_value(rate.source, rate.base, rate.quote, rate.type, rate.date, known)
  end
$$;
