-- What proves the rates of a source's table of a date as they were known at a moment, or those of some series of it (an array of base, quote and
-- type), also of all its dates since an earlier one: the rates with the index of the log entry that brought each, those entries with their proofs of inclusion and what is needed to read
-- their documents again, and the head of the log that the proofs lead to.
create or replace function evidence_of(source_code text, of_date date, known timestamptz, series json default null, from_date date default null)
returns table (rates json, entries json, size bigint, root bytea)
language sql stable
as $$
  with versions as (
    select base, quote, type, date, value, unit, valid_from, valid_to, publication_id, known_at
    from rates
    where source = source_code and date between coalesce(from_date, of_date) and of_date and known_at <= known
    union all
    select base, quote, type, date, value, unit, valid_from, valid_to, publication_id, known_at
    from rate_revisions
    where source = source_code and date between coalesce(from_date, of_date) and of_date and known_at <= known and known_until > known
  ), chosen as (
    select versions.*, index as leaf, entry
    from versions
    left join log_entries on source = source_code and log_entries.publication_id = versions.publication_id and log_entries.known_at = versions.known_at
    left join log_nodes on entry_id = log_entries.id
    where series is null
      or (base, quote, type) in (select it.base, it.quote, it.type from json_to_recordset(series) it (base text, quote text, type text))
  )
  select
    (select json_agg(it order by base, quote, type, date)
     from (select base, quote, type, date, value::text as value, unit, valid_from, valid_to, leaf from chosen) it),
    (select json_agg(it order by leaf)
     from (
       select leaf, entry, (select json_agg(encode(node, 'base64')) from unnest(log_inclusion(leaf, head.size)) node) as inclusion,
         publications.id as publication, url, method, request_body as body, media_type, charset, documents.size
       from (select distinct leaf, entry, publication_id from chosen) behind
       join publications on publications.id = publication_id
       join documents using (sha256)
     ) it),
    head.size, head.root
  from log_head() head
$$;
