-- An archived document (gzipped) with its size in bytes; no row when it is not archived. See size_of_document.
create or replace function bytes_of_document(of_sha256 bytea)
returns table (size integer, gzip bytea)
language sql stable parallel restricted
as $$
  select size, gzip
  from documents
  where sha256 = of_sha256
$$;
