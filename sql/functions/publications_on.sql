-- The documents that the rates of a source's table of one date came from, in the order in which they were fetched.
create or replace function publications_on(source_code text, wanted date)
returns table (id bigint, method text, url text, media_type text, sha256 text, size integer, fetched_at timestamptz, last_fetched_at timestamptz, rates bigint)
language sql stable parallel safe
as $$
  with behind as (
    select publication_id, count(*) as rates
    from rates
    where source = source_code and date = wanted
    group by publication_id
  )
  select id, method, url, media_type, encode(publications.sha256, 'hex'), size, fetched_at, last_fetched_at, rates
  from behind
  join publications on id = publication_id
  join documents using (sha256)
  order by id
$$;
