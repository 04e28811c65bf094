-- The size of an archived document in bytes; null when it is not archived. With bytes_of_document the only function that reads documents: a query
-- that joins them would fail where Citus spreads them over several servers (see distribute_documents).
create or replace function size_of_document(of_sha256 bytea)
returns integer
language plpgsql stable parallel restricted
as $$
declare
  result integer;
begin
  select size into result from documents where sha256 = of_sha256; -- a subquery in return would have no generic plan in Citus
  return result;
end $$;
