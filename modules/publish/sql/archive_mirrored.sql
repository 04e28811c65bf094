-- Archives a publication received from a peer, with the peer's time of the fetch, capped at now. The bytes are null if they are archived
-- already. Returns the entry, which has to be loaded, or no row if the publisher itself sent the document to this instance.
create or replace function archive_mirrored(
  source_code text, asked_method text, asked_url text, asked_headers jsonb, asked_body text, answered_type text, answered_charset text,
  content_sha256 bytea, content_size integer, content_gzip bytea, of_peer text, peer_fetched_at timestamptz)
returns table (id bigint)
language plpgsql
as $$
#variable_conflict use_column
begin
  if content_gzip is not null then
    insert into documents (sha256, size, gzip)
    values (content_sha256, content_size, content_gzip)
    on conflict do nothing;
  end if;

  return query
    insert into publications as stored (
      source, method, url, request_headers, request_body, media_type, charset, response_headers, sha256, fetched_at, last_fetched_at, peer)
    values (
      source_code, asked_method, asked_url, asked_headers, asked_body, answered_type, answered_charset, '{}', content_sha256,
      least(peer_fetched_at, service_now()), least(peer_fetched_at, service_now()), of_peer)
    on conflict (source, request_key, sha256) do update
    set last_fetched_at = greatest(stored.last_fetched_at, excluded.last_fetched_at), loaded_at = null
    where not is_from_publisher(stored)
    returning stored.id;
end $$;
