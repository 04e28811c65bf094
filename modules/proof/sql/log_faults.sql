-- The differences between a source's stored data and its log: entries whose publication or rows have changed since, and rows or
-- publications without an entry. `leaf` is the index of the entry in the log; null if there is none.
create or replace function log_faults(source_code text)
returns table (leaf bigint, publication_id bigint, known_at timestamptz, fault text)
language sql stable set datestyle = 'ISO, YMD'
as $$
  with logged as (
    select index as leaf, publication_id, known_at, entry::json as entry
    from log_entries
    left join log_nodes on entry_id = id
    where source = source_code
  ), versions as (
    select base, quote, type, date, publication_id, known_at, null::timestamptz as known_until,
      rate_line(base, quote, type, date, value, unit, valid_from, valid_to) as line
    from rates
    where source = source_code
    union all
    select base, quote, type, date, publication_id, known_at, known_until,
      rate_line(base, quote, type, date, value, unit, valid_from, valid_to)
    from rate_revisions
    where source = source_code
  ), ended as (
    select base, quote, type, date, publication_id, known_until, line
    from versions
    where known_until is not null
  ), written as (
    select loaded.publication_id, loaded.known_at,
      count(*) filter (where not is_changed) as new_rows, string_agg(line, E'\n' order by line) filter (where not is_changed) as new_lines,
      count(*) filter (where is_changed) as changed_rows, string_agg(line, E'\n' order by line) filter (where is_changed) as changed_lines
    from (
      select now_known.publication_id, now_known.known_at, ended.line is not null as is_changed,
        (now_known.line || coalesce(' was ' || ended.line, '')) collate "C" as line
      from versions now_known
      left join ended on (ended.base, ended.quote, ended.type, ended.date, ended.known_until)
        = (now_known.base, now_known.quote, now_known.type, now_known.date, now_known.known_at)
    ) loaded
    group by loaded.publication_id, loaded.known_at
  ), withdrawn as (
    select removed.publication_id, removed.known_until as known_at, count(*) as withdrawn_rows,
      string_agg(line, E'\n' order by line) as withdrawn_lines
    from (
      select ended.publication_id, ended.known_until, ended.line collate "C" as line
      from ended
      left join versions later on (later.base, later.quote, later.type, later.date, later.known_at)
        = (ended.base, ended.quote, ended.type, ended.date, ended.known_until)
      where later.line is null
    ) removed
    group by removed.publication_id, removed.known_until
  ), compared as (
    select leaf, publication_id, known_at, entry, part, (entry #>> array[part, 'rows'])::bigint as logged_rows,
      coalesce(entry #>> array[part, 'root'], entry #>> array[part, 'sha256']) as logged_digest,
      stored_rows, case entry ->> 'version' when '1' then lines_digest(stored_lines) else lines_root(stored_lines) end as stored_digest
    from logged
    full join written using (publication_id, known_at)
    full join withdrawn using (publication_id, known_at)
    cross join lateral (
      values
        ('new', coalesce(new_rows, 0), new_lines),
        ('changed', coalesce(changed_rows, 0), changed_lines),
        ('withdrawn', coalesce(withdrawn_rows, 0), withdrawn_lines)
    ) stored (part, stored_rows, stored_lines)
  )
  select leaf, publication_id, known_at, 'the log does not have the ' || stored_rows || ' ' || part || ' rows that are stored'
  from compared
  where entry is null and stored_rows > 0
  union all
  select leaf, publication_id, known_at, case
    when logged_rows <> stored_rows then 'of ' || logged_rows || ' ' || part || ' rows ' || stored_rows || ' are stored'
    else 'the ' || part || ' rows are not those that were loaded'
  end
  from compared
  where entry is not null and (logged_rows, logged_digest) is distinct from (stored_rows, stored_digest)
  union all
  select leaf, logged.publication_id, known_at, case
    when archived.id is null then 'the publication is not stored'
    else 'the ' || difference.field || ' of the publication is ' || coalesce(difference.stored, 'missing') || ', and was '
      || coalesce(difference.logged, 'missing')
  end
  from logged
  left join publications archived on archived.id = logged.publication_id
  cross join lateral (
    values
      ('source', entry ->> 'source', archived.source), ('method', entry ->> 'method', archived.method),
      ('url', entry ->> 'url', archived.url),
      ('SHA-256 of the request body', entry ->> 'body_sha256', lines_digest(archived.request_body)),
      ('SHA-256 of the document', entry ->> 'document_sha256', encode(archived.sha256, 'hex')),
      ('time', entry ->> 'fetched_at', utc_text(archived.fetched_at)), ('peer', entry ->> 'peer', archived.peer)
  ) difference (field, logged, stored)
  where archived.id is null and difference.field = 'source'
    or archived.id is not null and difference.logged is distinct from difference.stored
  union all
  select null, id, loaded_at, 'the log does not have the publication, which is loaded'
  from publications
  where source = source_code and loaded_at is not null and not exists (select from logged where publication_id = publications.id)
$$;
