-- Archives a publication received from the publisher: its bytes once for each distinct content, and one entry for each request and content,
-- with now as its last fetch. Confirms a document known only through a peer.
-- Returns the entry, whether it is the newest answer to its request with all rows loaded, and its number of rows. A newly confirmed
-- document has to be loaded again. The tables of a cut document are shortened (see rule_pairs).
create or replace function archive_publication(
  source_code text, asked_method text, asked_url text, asked_headers jsonb, asked_body text, answered_type text, answered_charset text,
  answered_headers jsonb, content_sha256 bytea, content_size integer, content_gzip bytea, is_cut boolean)
returns table (id bigint, loaded boolean, rows integer)
language plpgsql
as $$
#variable_conflict use_column
declare
  newest bigint;
begin
  insert into documents (sha256, size, gzip)
  values (content_sha256, content_size, content_gzip)
  on conflict do nothing;

  select stored.id into newest
  from newest_publication(source_code, asked_method, asked_url, asked_body) stored
  join publications using (id)
  where is_from_publisher(publications);
  return query
    insert into publications as stored (
      source, method, url, request_headers, request_body, media_type, charset, response_headers, sha256, last_fetched_at,
      cut)
    values (
      source_code, asked_method, asked_url, asked_headers, asked_body, answered_type, answered_charset, answered_headers, content_sha256,
      service_clock(), is_cut)
    on conflict (source, request_key, sha256) do update
    set last_fetched_at = excluded.last_fetched_at, response_headers = excluded.response_headers,
      media_type = excluded.media_type, charset = excluded.charset,
      confirmed_at = case when stored.peer is not null then coalesce(stored.confirmed_at, excluded.last_fetched_at) end,
      cut = stored.cut and excluded.cut,
      loaded_at = case when stored.id = newest then stored.loaded_at end
    returning stored.id, stored.loaded_at is not null, coalesce(stored.rows, 0);
end $$;
