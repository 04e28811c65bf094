-- Adds a change of rates to the log (see rates_changed): the publication as archived, and the number of new, changed and withdrawn rows,
-- each with the Merkle root over their lines, sorted by their bytes, so that a single row can be proven. A line is that of rate_line; that
-- of a changed row has its former line after "was". A publication that changed nothing gets an entry when it is first loaded. The entry of
-- a document from a peer ends with the peer's name, and its time of the fetch is the peer's.
create or replace function log_change(source_code text, logged_publication bigint, instant timestamptz, dates date[], newest_before date)
returns void
language sql set datestyle = 'ISO, YMD'
as $$
  with lines as (
    select case when former is null then 'new' when line is null then 'withdrawn' else 'changed' end as part,
      coalesce(line || ' was ' || former, line, former) collate "C" as line
    from (
      select rate_line(base, quote, type, date, value, unit, valid_from, valid_to) as line,
        rate_line(base, quote, type, date, former_value, former_unit, former_valid_from, former_valid_to) as former
      from changes_of(source_code, logged_publication, instant, dates[1], dates[cardinality(dates)])
      offset 0 -- otherwise inlined, and each line would be written three times
    ) change
  ), counted as (
    select part, count(*) as rows, lines_root(string_agg(line, E'\n' order by line)) as root
    from lines
    group by part
  )
  insert into log_entries (source, publication_id, known_at, entry)
  select publications.source, id, instant,
    case when peer is null then row_to_json(logged)::text else left(row_to_json(logged)::text, -1) || ',"peer":' || to_json(peer) || '}' end
  from publications
  cross join lateral (
    select
      2 as version, publications.source, id as publication, method, url, lines_digest(request_body) as body_sha256,
      encode(sha256, 'hex') as document_sha256,
      utc_text(fetched_at) as fetched_at, utc_text(instant) as known_at, dates[1] as first_date, dates[cardinality(dates)] as last_date,
      (select change from (select coalesce(sum(rows), 0)::bigint as rows, max(root) as root from counted where part = 'new') change) as new,
      (select change from (select coalesce(sum(rows), 0)::bigint as rows, max(root) as root from counted
        where part = 'changed') change) as changed,
      (select change from (select coalesce(sum(rows), 0)::bigint as rows, max(root) as root from counted
        where part = 'withdrawn') change) as withdrawn
  ) logged
  where id = logged_publication
    and (exists (select from counted) or not exists (select from log_entries where publication_id = logged_publication))
$$;
