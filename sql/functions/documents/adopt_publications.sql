-- Copies to a source the publications that earlier versions archived under other codes, with their times and not yet loaded. Publications
-- that the source already has stay unchanged. The publications and rates under the other codes also stay, because the log names them.
create or replace function adopt_publications(source_code text, former_codes text[])
returns void
language sql
as $$
  insert into publications (
    source, method, url, request_headers, request_body, media_type, charset, response_headers, sha256, fetched_at, last_fetched_at,
    archived_at, peer, confirmed_at, cut)
  select source_code, method, url, request_headers, request_body, media_type, charset, response_headers, sha256, fetched_at,
    last_fetched_at, archived_at, peer, confirmed_at, cut
  from publications
  where source = any (former_codes)
  order by last_fetched_at, id
  on conflict do nothing
$$;
