-- The state here of a source's documents that a peer lists, in their order: whether a document is done and when its rows were loaded, and
-- whether its bytes are archived. A document is done if its publisher sent it to this instance, or if its rows are loaded as of the peer's time.
create or replace function mirrored_so_far(
  source_code text, methods text[], urls text[], bodies text[], hashes text[], fetched timestamptz[])
returns table (is_done boolean, loaded_at timestamptz, is_archived boolean)
language sql stable
as $$
  select kept.id is not null, kept.loaded_at, exists (select from size_of_document(decode(hash, 'hex')))
  from unnest(methods, urls, bodies, hashes, fetched) with ordinality it (method, url, body, hash, fetched_at, place)
  left join publications kept on kept.source = source_code and kept.request_key = md5(it.method || ' ' || it.url || ' ' || coalesce(it.body, ''))
    and kept.sha256 = decode(hash, 'hex')
    and (is_own(kept) or kept.loaded_at is not null and kept.last_fetched_at >= least(it.fetched_at, now()))
  order by place
$$;
