-- The gzipped bytes of a publication as received, with its media type and charset, and whether a rate of its source's newest table comes
-- from it. No row if it is unknown.
create or replace function document_of(publication bigint)
returns table (
  source text, url text, media_type text, charset text, sha256 text, size integer, fetched_at timestamptz, is_newest boolean, gzip bytea)
language sql stable parallel safe
as $$
  select source, url, media_type, charset, encode(publications.sha256, 'hex'), size, fetched_at, is_newest(publications), gzip
  from publications
  cross join lateral bytes_of_document(publications.sha256)
  where id = publication
$$;
