-- The unit for which a rate was printed, as of the same instant as value_known.
create or replace function unit_known(rate rates, known timestamptz)
returns text
language sql stable parallel safe
as $$
  select case when known is null or rate.known_at <= known then rate.unit else (revised_rate(rate, known)).unit end
$$;
