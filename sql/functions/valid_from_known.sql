-- The first day on which a rate holds, as value_known has the value; null where its document prints none.
create or replace function valid_from_known(rate rates, known timestamptz)
returns date
language sql stable parallel safe
as $$
  select case when known is null or rate.known_at <= known then rate.valid_from else (revised_rate(rate, known)).valid_from end
$$;
