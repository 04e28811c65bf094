-- The gzipped bytes of a document by its hash, with the sources that published it (except the composite), and whether a rate of the newest
-- table of one of them comes from it. No row if no source has it.
create or replace function document_by_hash(hash text)
returns table (sources text[], is_newest boolean, gzip bytea)
language sql stable parallel safe
as $$
  select found.sources, found.is_newest, gzip
  from decode(hash, 'hex') wanted
  cross join lateral (
    select array_agg(distinct source) as sources, bool_or(is_newest(publications)) as is_newest
    from publications
    join sources on code = source and kind <> 'composite'
    where sha256 = wanted
  ) found
  cross join lateral bytes_of_document(wanted)
  where found.sources is not null
$$;
