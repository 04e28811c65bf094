-- The size of an archived document in bytes; no row when it is not archived. With bytes_of_document the only function that reads documents: a query
-- that joins them would fail where Citus spreads them over several servers.
create or replace function size_of_document(of_sha256 bytea)
returns table (size integer)
language sql stable parallel restricted
as $$
  select size
  from documents
  where sha256 = of_sha256
$$;
