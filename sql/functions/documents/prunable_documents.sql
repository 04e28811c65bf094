-- Archived documents that were never read and may be deleted, of one source or of all: those beyond the newest 256 MB of their source, and
-- those last fetched more than 400 days ago. The limit keeps a hostile publisher from filling the disk; an adapter that meets a new layout
-- is usually fixed within a year.
create or replace function prunable_documents(of_source text default null)
returns table (source text, id bigint, sha256 bytea, size integer)
language sql stable
as $$
  select source, id, sha256, size
  from (
    select publications.source, publications.id, publications.sha256, coalesce(size, 0) as size, last_fetched_at,
      sum(coalesce(size, 0)) over (partition by publications.source order by last_fetched_at desc, publications.id desc) as newer
    from publications
    left join lateral size_of_document(publications.sha256) on true
    where loaded_at is null and rows is null and (of_source is null or publications.source = of_source)
      and not exists (select from quarantine where publication_id = publications.id)
  ) unread
  where newer > 256 * 1024 * 1024 or last_fetched_at < service_now() - interval '400 days'
$$;
