-- An archived publication with its compressed document; no row if there is none.
create or replace function publication_with_bytes(publication bigint)
returns table (
  id bigint, source text, method text, url text, request_headers jsonb, request_body text, media_type text, charset text,
  response_headers jsonb, gzip bytea)
language sql stable
as $$
  select id, source, method, url, request_headers, request_body, media_type, charset, response_headers, gzip
  from publications
  cross join lateral bytes_of_document(sha256)
  where id = publication
$$;
