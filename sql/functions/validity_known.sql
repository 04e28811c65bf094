-- The first and the last day on which a row of rates holds, as known at a moment: as they are where the moment is null.
-- One row, both days null where the document prints no validity; no row where the rate was not known then.
create or replace function validity_known(rate rates, known timestamptz)
returns table (valid_from date, valid_to date)
language sql stable parallel safe
as $$
  select rate.valid_from, rate.valid_to
  where known is null or rate.known_at <= known
  union all
  select valid_from, valid_to
  from rate_revisions
  where known < rate.known_at
    and source = rate.source and base = rate.base and quote = rate.quote and type = rate.type and date = rate.date
    and known_at <= known and known_until > known
$$;
