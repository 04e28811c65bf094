-- The last day of a rate's printed validity, as of the same instant as value_known. Null if none is printed.
create or replace function valid_to_known(rate rates, known timestamptz)
returns date
language sql stable parallel safe
as $$
  select case when known is null or rate.known_at <= known then rate.valid_to else (revised_rate(rate, known)).valid_to end
$$;
