-- The storage of the archived documents: one table or shards of Citus, the number of parts and servers, and the bytes with the index.
create or replace function storage_of_documents()
returns table (engine text, parts bigint, servers bigint, bytes bigint)
language plpgsql stable
as $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    return query
    select 'Citus ' || (select extversion from pg_extension where extname = 'citus'), count(*), count(distinct (nodename, nodeport)),
      citus_total_relation_size('documents')
    from citus_shards
    where table_name = 'documents'::regclass
    having count(*) > 0;
  end if;
  if not found then
    return query select 'one table', 1::bigint, 1::bigint, pg_total_relation_size('documents');
  end if;
end $$;
