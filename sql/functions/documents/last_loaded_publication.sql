-- The newest publication of a source that was read and loaded and is closest to a request: the same request, else the same address but for its
-- query, else any. None where nothing of the source was loaded yet. `but_id` is left out.
create or replace function last_loaded_publication(source_code text, asked_method text, asked_url text, asked_body text, but_id bigint default null)
returns table (id bigint)
language sql stable
as $$
  select id
  from publications
  where source = source_code and loaded_at is not null and rows > 0 and id is distinct from but_id
  order by request_key = md5(asked_method || ' ' || asked_url || ' ' || coalesce(asked_body, '')) desc,
    split_part(url, '?', 1) = split_part(asked_url, '?', 1) desc, last_fetched_at desc, id desc
  limit 1
$$;
