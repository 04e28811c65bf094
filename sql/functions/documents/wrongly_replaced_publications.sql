-- The documents of a source that have the latest printed time of their date, while stored rates of that date come from a document that was
-- printed earlier and fetched later: these rates were loaded before the printed times were known.
create or replace function wrongly_replaced_publications(source_code text)
returns table (id bigint)
language sql stable
as $$
  select last.id
  from (
    select distinct on (from_date) id, from_date, printed_at, last_fetched_at
    from publications
    where source = source_code and printed_at is not null
    order by from_date, printed_at desc, last_fetched_at desc
  ) last
  where exists (
    select
    from rates
    join publications stored on stored.id = publication_id
    where rates.source = source_code and rates.date = from_date
      and stored.printed_at < last.printed_at and stored.last_fetched_at > last.last_fetched_at)
  order by from_date
$$;
