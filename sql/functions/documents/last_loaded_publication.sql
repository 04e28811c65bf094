-- The loaded publication of a source that is closest to a request: the newest with the same request, else with the same URL without its
-- query, else any. No row if nothing of the source is loaded. Ignores `but_id`.
create or replace function last_loaded_publication(source_code text, asked_method text, asked_url text, asked_body text,
  but_id bigint default null)
returns table (id bigint)
language sql stable
as $$
  select id
  from publications
  where source = source_code and loaded_at is not null and rows > 0 and id is distinct from but_id
  order by request_key = key_of_request(asked_method, asked_url, asked_body) desc,
    split_part(url, '?', 1) = split_part(asked_url, '?', 1) desc, last_fetched_at desc, id desc
  limit 1
$$;
