-- The source as in find_bank, in the first row only, then the documents of its newest table on or before a date, in the order of their first
-- fetch. No row if the source is unknown.
create or replace function publications_on(source_code text, wanted date)
returns table (
  rate_date date, id bigint, url text, method text, media_type text, sha256 text, size integer, fetched_at timestamptz,
  last_fetched_at timestamptz, rates bigint, peer text, bank json)
language sql stable parallel safe
as $$
  with counted as (
    select date, publication_id, count(*) as rates
    from rates
    where source = source_code and date = table_date(source_code, wanted)
    group by date, publication_id
  )
  select null, null, null, null, null, null, null, null, null, null, null, to_json(it)
  from find_bank(source_code) it
  union all
  (select date, id, url, method, media_type, encode(publications.sha256, 'hex'), size, fetched_at, last_fetched_at, rates, case when not is_from_publisher(publications) then peer end, null
   from counted
   join publications on id = publication_id
   left join lateral size_of_document(publications.sha256) on true
   order by id)
$$;
