-- The archived documents of each source that were never read, with their bytes before compression, largest first.
create or replace function unread_storage()
returns table (source text, documents bigint, bytes bigint)
language sql stable
as $$
  select source, count(*), coalesce(sum(size), 0)
  from publications
  left join lateral size_of_document(sha256) on true
  where loaded_at is null and rows is null
  group by source
  order by 3 desc, 1
$$;
