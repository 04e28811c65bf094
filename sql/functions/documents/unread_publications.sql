-- Archived documents that are not loaded, of one source or of all, newest first; `reparse` loads them once the adapter is fixed.
create or replace function unread_publications(of_source text, at_most integer)
returns table (id bigint, source text, url text, media_type text, size integer, last_fetched_at timestamptz)
language sql stable
as $$
  select id, source, url, media_type, size, last_fetched_at
  from publications
  left join lateral size_of_document(sha256) on true
  where loaded_at is null and (of_source is null or source = of_source)
  order by last_fetched_at desc, id desc
  limit at_most
$$;
