-- The size of an archived document in bytes; no row if it is not archived. Only this function and bytes_of_document read the table
-- documents: other queries cannot join it where Citus distributes it.
create or replace function size_of_document(of_sha256 bytea)
returns table (size integer)
language sql stable parallel restricted
as $$
  select size
  from documents
  where sha256 = of_sha256
$$;
