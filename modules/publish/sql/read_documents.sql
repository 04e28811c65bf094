-- The archived documents in the order in which they were read, by run and time, so that a mirror can repeat the loads. A document that
-- returned after another answer to the same request is listed again at that time. Begins after a position: a run, a time and a publication.
-- `of_sources` null means all except the composite.
create or replace function read_documents(
  of_sources text[], since timestamptz, last_run bigint, last_read timestamptz, last_publication bigint, at_most integer)
returns table (
  run bigint, read_at timestamptz, publication bigint, source text, fetched_at timestamptz, method text, url text, request_headers jsonb,
  request_body text,
  media_type text, charset text, sha256 text, size integer, peer text)
language sql stable
as $$
  select run.id, read.read_at, read.publication, run.source, read.fetched_at, method, url, request_headers, request_body,
    media_type, charset, encode(publications.sha256, 'hex'), size, peer
  from runs run
  join sources on sources.code = run.source and sources.kind <> 'composite'
  cross join lateral (
    select coalesce(min(started_at), 'infinity') as next_run
    from runs later
    where later.source = run.source and later.started_at > run.started_at
  ) following
  cross join lateral (
    select arrived.archived_at as read_at, arrived.id as publication, arrived.fetched_at
    from publications arrived
    where arrived.source = run.source and arrived.archived_at >= run.started_at and arrived.archived_at < next_run
    union all
    select known_at, earlier.id, least(known_at, earlier.last_fetched_at)
    from log_entries
    join publications earlier on earlier.id = publication_id
    where log_entries.source = run.source and known_at >= run.started_at and known_at <= run.finished_at
      and run.kind <> 'reparse' and earlier.archived_at < run.started_at
  ) read
  join publications on publications.id = read.publication
  left join lateral size_of_document(publications.sha256) on true
  where run.id >= last_run and (of_sources is null or run.source = any(of_sources))
    and next_run > since and read.read_at >= since
    and (run.id, read.read_at, read.publication) > (last_run, last_read, last_publication)
  order by run.id, read.read_at, read.publication
  limit at_most
$$;
