-- The dates of a list's tables in a window, with their arrivals: those of all tables of its source, or those of one of its series (see
-- publication_lists). A correction does not change an arrival.
create or replace function list_dates(code text, first_base text, first_quote text, first_type text, from_date date, to_date date)
returns table (date date, added_at timestamptz)
language sql stable parallel safe
as $$
  select date, added_at
  from tables
  where first_base is null and source = code and date between from_date and to_date
  union all
  select date, coalesce((
      select min(known_at)
      from rate_revisions old
      where (old.source, old.base, old.quote, old.type, old.date) = (rates.source, rates.base, rates.quote, rates.type, rates.date)),
    known_at)
  from rates
  where source = code and base = first_base and quote = first_quote and type = first_type and date between from_date and to_date
$$;
