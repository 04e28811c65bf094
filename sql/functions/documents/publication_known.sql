-- The publication of a rate as known at an instant (see value_known); null if the rate was not known then.
create or replace function publication_known(rate rates, known timestamptz)
returns bigint
language sql stable parallel safe
as $$
  select case when known is null or rate.known_at <= known then rate.publication_id else (revised_rate(rate, known)).publication_id end
$$;
