-- Withdraws the rate of a released row and keeps it as a revision. The rate that it replaced, if any, is stored again. Announces
-- the change. Returns false if the stored rate is no longer that of the row.
create or replace function withdraw_released(released quarantine)
returns boolean
language plpgsql
as $$
declare
  instant timestamptz := next_instant(released.source);
  taken rates;
  former rate_revisions;
begin
  select * into taken
  from rates
  where (source, base, quote, type, date) = (released.source, released.base, released.quote, released.type, released.date::date)
    and (publication_id, value) = (released.publication_id, released.rate);
  if not found then
    return false;
  end if;
  select * into former
  from rate_revisions
  where (source, base, quote, type, date, known_until) = (taken.source, taken.base, taken.quote, taken.type, taken.date, taken.known_at);

  insert into rate_revisions (source, base, quote, type, date, value, unit, publication_id, known_at, known_until, valid_from, valid_to)
  values (taken.source, taken.base, taken.quote, taken.type, taken.date, taken.value, taken.unit, taken.publication_id, taken.known_at,
    instant, taken.valid_from, taken.valid_to);
  if former.source is null then
    delete from rates where (source, base, quote, type, date) = (taken.source, taken.base, taken.quote, taken.type, taken.date);
    perform update_extent(taken.source, taken.base, taken.quote, taken.type, taken.date);
  else
    update rates
    set value = former.value, unit = former.unit, publication_id = former.publication_id, known_at = instant,
      valid_from = former.valid_from, valid_to = former.valid_to
    where (source, base, quote, type, date) = (taken.source, taken.base, taken.quote, taken.type, taken.date);
  end if;

  perform rates_changed(taken.source, coalesce(former.publication_id, taken.publication_id), instant, array[taken.date], null);
  return true;
end $$;
