-- A source with the documents of its newest table on or before a date, in the order of their first fetch; one row with nulls if there is no
-- such table, and no row if the source is unknown.
create or replace function publications_on(source_code text, wanted date)
returns table (
  bank text, name text, rate_types text[], source_url text, terms_url text, latest_date date, dated text, rate_date date,
  id bigint, url text, method text, media_type text, sha256 text, size integer, fetched_at timestamptz, last_fetched_at timestamptz,
  rates bigint, peer text)
language sql stable parallel safe
as $$
  with counted as (
    select date, publication_id, count(*) as rates
    from rates
    where source = source_code and date = table_date(source_code, wanted)
    group by date, publication_id
  ), described as (
    select date, id, url, method, media_type, encode(publications.sha256, 'hex') as sha256, size, fetched_at, last_fetched_at, rates,
      case when not is_from_publisher(publications) then peer end as peer
    from counted
    join publications on id = publication_id
    left join lateral size_of_document(publications.sha256) on true
  )
  select source.*, described.*
  from find_bank(source_code) source
  left join described on true
  order by id
$$;
