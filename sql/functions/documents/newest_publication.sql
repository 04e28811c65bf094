-- The newest archived answer to a request; no row if there is none.
create or replace function newest_publication(source_code text, asked_method text, asked_url text, asked_body text)
returns table (
  id bigint, source text, method text, url text, request_headers jsonb, request_body text, media_type text, charset text,
  response_headers jsonb)
language sql stable
as $$
  select id, source, method, url, request_headers, request_body, media_type, charset, response_headers
  from publications
  where source = source_code
    and request_key = key_of_request(asked_method, asked_url, asked_body)
  order by last_fetched_at desc
  limit 1
$$;
