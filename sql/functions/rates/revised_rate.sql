-- The revision of a rate known at an instant; null if the rate was not known then.
create or replace function revised_rate(rate rates, known timestamptz)
returns rate_revisions
language sql stable parallel safe
as $$
  select *
  from rate_revisions
  where source = rate.source and base = rate.base and quote = rate.quote and type = rate.type and date = rate.date
    and known_at <= known and known_until > known
$$;
