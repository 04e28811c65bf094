-- The bytes of an archived document (gzipped); null when it is not archived. See size_of_document.
create or replace function bytes_of_document(of_sha256 bytea)
returns bytea
language plpgsql stable parallel restricted
as $$
declare
  result bytea;
begin
  select gzip into result from documents where sha256 = of_sha256; -- a subquery in return would have no generic plan in Citus
  return result;
end $$;
