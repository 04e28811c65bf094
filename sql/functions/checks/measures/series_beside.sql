-- The series that came beside the measured figures that may wait of a document: in the publications that brought the newest earlier values
-- of these rows, at most `neighbour_days` before. `is_missing` is true if neither the document nor the stored rates have the series on the
-- date. A document of series without a past has none beside it: a source may print a further table, or a metal, in a document of its own.
-- Uses the temporary tables staged_rates, figures and past.
create or replace function series_beside(source_code text)
returns table (date date, base text, quote text, type text, is_missing boolean)
language sql
as $$
  with known as materialized (
    select figures.date, max(past.date) as previous
    from figures
    join past using (base, quote, type)
    where may_wait and past.date > figures.date - (select setting('neighbour_days')::integer)
    group by figures.date
  ), brought as materialized (
    select distinct known.date, previous, publication_id
    from known
    join figures using (date)
    join rates on source = source_code and (rates.base, rates.quote, rates.type, rates.date)
      = (figures.base, figures.quote, figures.type, previous)
  ), given as materialized (
    select date, base, quote, type
    from known
    join staged_rates using (date)
    union all
    select known.date, base, quote, type
    from known
    join rates on source = source_code and rates.date = known.date
  )
  select brought.date, stored.base, stored.quote, stored.type,
    (brought.date, stored.base, stored.quote, stored.type) not in (select date, base, quote, type from given)
  from brought
  join rates stored on stored.source = source_code and stored.date = previous and stored.publication_id = brought.publication_id
$$;
