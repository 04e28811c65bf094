-- Deletes the prunable documents of one source or of all. Returns their number and their bytes before compression.
create or replace function prune_documents(of_source text default null)
returns table (documents bigint, bytes bigint)
language plpgsql
as $$
declare
  gone bytea[];
begin
  with old as (
    delete from publications
    using prunable_documents(of_source) prunable
    where publications.id = prunable.id
    returning prunable.sha256, prunable.size
  )
  select array_agg(distinct old.sha256), count(*), coalesce(sum(old.size), 0) into gone, documents, bytes
  from old;
  gone := array(select sha256 from unnest(gone) pruned (sha256)
    where not exists (select from publications where publications.sha256 = pruned.sha256));
  delete from documents where documents.sha256 = any(gone);
  return next;
end $$;
