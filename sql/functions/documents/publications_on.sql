-- The documents of a source's newest table on or before a date, in the order of their first fetch.
create or replace function publications_on(source_code text, wanted date)
returns table (
  rate_date date, id bigint, url text, method text, media_type text, sha256 text, size integer, fetched_at timestamptz,
  last_fetched_at timestamptz, rates bigint, peer text)
language sql stable parallel safe
as $$
  with counted as (
    select date, publication_id, count(*) as rates
    from rates
    where source = source_code and date = table_date(source_code, wanted)
    group by date, publication_id
  )
  select date, id, url, method, media_type, encode(publications.sha256, 'hex'), size, fetched_at, last_fetched_at, rates,
    case when not is_from_publisher(publications) then peer end
  from counted
  join publications on id = publication_id
  left join lateral size_of_document(publications.sha256) on true
  order by id
$$;
