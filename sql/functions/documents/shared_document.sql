-- The gzipped bytes of a document by its hash, if a publication of one of the sources has it; `of_sources` null means all except the composite.
create or replace function shared_document(hash text, of_sources text[])
returns table (size integer, gzip bytea)
language sql stable parallel safe
as $$
  select size, gzip
  from decode(hash, 'hex') wanted
  cross join lateral bytes_of_document(wanted)
  where exists (
    select
    from publications
    join sources on code = source and kind <> 'composite'
    where sha256 = wanted and (of_sources is null or source = any(of_sources)))
$$;
