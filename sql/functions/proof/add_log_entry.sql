-- Adds a load to the log: the publication as archived, and the number of new, changed and withdrawn rows, each with the Merkle root over their
-- lines, sorted by their bytes, so that a single row can be proven. A line is that of rate_line; that of a changed row has its former line after
-- "was". All rows are dated from `first_date` to `last_date`. The entry of a document from a peer ends with the peer's name, and its time of the
-- fetch is the peer's.
create or replace function add_log_entry(
  logged_publication bigint, instant timestamptz, first_date date, last_date date, new_rows bigint, new_lines text, changed_rows bigint, changed_lines text,
  withdrawn_rows bigint default 0, withdrawn_lines text default null)
returns void
language sql
as $$
  insert into log_entries (source, publication_id, known_at, entry)
  select publications.source, id, instant,
    case when peer is null then row_to_json(it)::text else left(row_to_json(it)::text, -1) || ',"peer":' || to_json(peer) || '}' end
  from publications
  cross join lateral (
    select
      2 as version, publications.source, id as publication, method, url, lines_digest(request_body) as body_sha256, encode(sha256, 'hex') as document_sha256,
      utc_text(fetched_at) as fetched_at, utc_text(instant) as known_at, first_date, last_date,
      (select it from (select new_rows as rows, lines_root(new_lines) as root) it) as new,
      (select it from (select changed_rows as rows, lines_root(changed_lines) as root) it) as changed,
      (select it from (select withdrawn_rows as rows, lines_root(withdrawn_lines) as root) it) as withdrawn
  ) it
  where id = logged_publication
$$;
