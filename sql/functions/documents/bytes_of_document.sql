-- The size and gzipped bytes of an archived document; no row if it is not archived (see size_of_document).
create or replace function bytes_of_document(of_sha256 bytea)
returns table (size integer, gzip bytea)
language sql stable parallel restricted
as $$
  select size, gzip
  from documents
  where sha256 = of_sha256
$$;
