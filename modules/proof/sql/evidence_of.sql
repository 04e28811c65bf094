-- The proof of the rates of a source on a date, or from an earlier date on, as known at an instant; with `series` (an array of base, quote
-- and type) only of these.
-- * `rates`: the rates, each with the index of the log entry that recorded it. With `with_rows` each has the proof that it is a row of its
--   entry: the part of the entry, its place in that part, the line that it replaced, and the nodes upwards from it. Entries of version 1
--   have no such proof.
-- * `entries`: those entries with their inclusion proofs and the requests of their documents.
-- * `size` and `root`: the state of the log to which the proofs lead.
create or replace function evidence_of(source_code text, of_date date, known timestamptz, series json default null,
  from_date date default null, with_rows boolean default false)
returns table (rates json, entries json, size bigint, root bytea)
language sql stable set datestyle = 'ISO, YMD'
as $$
  with versions as (
    select base, quote, type, date, value, unit, valid_from, valid_to, publication_id, known_at
    from rates
    where source = source_code and date between coalesce(from_date, of_date) and of_date and known_at <= known
    union all
    select base, quote, type, date, value, unit, valid_from, valid_to, publication_id, known_at
    from rate_revisions
    where source = source_code and date between coalesce(from_date, of_date) and of_date and known_at <= known and known_until > known
  ), chosen as materialized (
    select versions.*, log_entries.id as entry_id, index as leaf, entry
    from versions
    left join log_entries on source = source_code and log_entries.publication_id = versions.publication_id
      and log_entries.known_at = versions.known_at
    left join log_nodes on entry_id = log_entries.id
    where series is null
      or (base, quote, type) in (select listed.base, listed.quote, listed.type
        from json_to_recordset(series) listed (base text, quote text, type text))
  ), opened as (
    select entry_id, publication_id, known_at, (entry ->> 'first_date')::date as first_date, (entry ->> 'last_date')::date as last_date
    from (select distinct entry_id, publication_id, known_at, entry::jsonb as entry from chosen where with_rows) loads
    where entry ->> 'version' <> '1'
  ), written as (
    select entry_id, loaded.base, loaded.quote, loaded.type, loaded.date,
      rate_line(loaded.base, loaded.quote, loaded.type, loaded.date, loaded.value, loaded.unit, loaded.valid_from, loaded.valid_to) as line,
      rate_line(old.base, old.quote, old.type, old.date, old.value, old.unit, old.valid_from, old.valid_to) as former
    from opened
    cross join lateral (
      select base, quote, type, date, value, unit, valid_from, valid_to
      from rates
      where source = source_code and date between first_date and last_date and rates.publication_id = opened.publication_id
        and rates.known_at = opened.known_at
      union all
      select base, quote, type, date, value, unit, valid_from, valid_to
      from rate_revisions
      where source = source_code and date between first_date and last_date and rate_revisions.publication_id = opened.publication_id
        and rate_revisions.known_at = opened.known_at
    ) loaded
    left join rate_revisions old on old.source = source_code
      and (old.base, old.quote, old.type, old.date, old.known_until)
        = (loaded.base, loaded.quote, loaded.type, loaded.date, opened.known_at)
  ), placed as materialized (
    select *, case when former is null then 'new' else 'changed' end as part,
      row_number() over (partition by entry_id, former is null order by logged)::integer - 1 as place
    from (select *, (line || coalesce(' was ' || former, '')) collate "C" as logged from written) lines
  ), sought as materialized (
    select placed.*
    from placed
    join (select distinct entry_id, base, quote, type, date from chosen) certified using (entry_id, base, quote, type, date)
  ), proven as materialized (
    select sought.entry_id, base, quote, type, date, sought.part, sought.place, former, inclusion
    from (select entry_id, part, array_agg(place) as places from sought group by entry_id, part) parts
    cross join lateral (
      select string_agg(logged, E'\n' order by place) as lines
      from placed
      where placed.entry_id = parts.entry_id and placed.part = parts.part
    ) joined
    cross join lateral line_proofs(lines, places) proof
    join sought on sought.entry_id = parts.entry_id and sought.part = parts.part and sought.place = proof.place
  )
  select
    (select json_agg(proof order by base, quote, type, date)
     from (
       select chosen.base, chosen.quote, chosen.type, chosen.date, value::text as value, unit, valid_from, valid_to, leaf,
         case when part is not null then (select steps from (select part, place, former, inclusion) steps) end as row
       from chosen
       left join proven on proven.entry_id = chosen.entry_id
         and proven.base = chosen.base and proven.quote = chosen.quote and proven.type = chosen.type and proven.date = chosen.date
     ) proof),
    (select json_agg(cited_entry order by leaf)
     from (
       select leaf, entry, (select json_agg(encode(node, 'base64')) from unnest(log_inclusion(leaf, head.size)) node) as inclusion,
         publications.id as publication, url, method, request_body as body, media_type, charset, stored.size
       from (select distinct leaf, entry, publication_id from chosen) cited
       join publications on publications.id = publication_id
       left join lateral size_of_document(sha256) stored on true
     ) cited_entry),
    head.size, head.root
  from log_head() head
$$;
