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
  select date, coalesce(first_known, known_at)
  from rates
  left join (
    select date, min(known_at) as first_known
    from rate_revisions
    where source = code and base = first_base and quote = first_quote and type = first_type and date between from_date and to_date
    group by date
  ) revised using (date)
  where first_base is not null and source = code and base = first_base and quote = first_quote and type = first_type
    and date between from_date and to_date
$$;
