-- The state of documents that a peer lists, in their order. `is_done`: the publisher sent the document to this instance, or its rows are
-- loaded as of the peer's time, at `loaded_at`. `is_archived`: its bytes are stored.
create or replace function mirrored_documents(
  source_code text, methods text[], urls text[], bodies text[], hashes text[], fetched timestamptz[])
returns table (is_done boolean, loaded_at timestamptz, is_archived boolean)
language sql stable
as $$
  select stored.id is not null, stored.loaded_at, exists (select from size_of_document(decode(hash, 'hex')))
  from unnest(methods, urls, bodies, hashes, fetched) with ordinality listed (method, url, body, hash, fetched_at, place)
  left join publications stored on stored.source = source_code and stored.request_key = key_of_request(listed.method, listed.url,
    listed.body)
    and stored.sha256 = decode(hash, 'hex')
    and (is_from_publisher(stored) or stored.loaded_at is not null and stored.last_fetched_at >= least(listed.fetched_at, service_now()))
  order by place
$$;
