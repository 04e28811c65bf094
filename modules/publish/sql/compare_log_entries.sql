-- Compares entries of another instance's log with this instance, in their order. `is_here`: the entry's document is archived. `is_same`: a
-- load of it gave the same rows; null for entries of version 1, which have no roots.
create or replace function compare_log_entries(entries text[])
returns table (is_here boolean, is_same boolean)
language sql stable
as $$
  select
    count(publications.id) > 0,
    case when min(theirs ->> 'version') <> '1' then
      coalesce(bool_or(
        (own #>> '{new,rows}', own #>> '{new,root}', own #>> '{changed,rows}', own #>> '{changed,root}')
        is not distinct from (theirs #>> '{new,rows}', theirs #>> '{new,root}', theirs #>> '{changed,rows}', theirs #>> '{changed,root}')),
          false)
    end
  from unnest(entries) with ordinality given (entry, place)
  cross join lateral (select given.entry::json as theirs) read
  left join publications on publications.sha256 = decode(theirs ->> 'document_sha256', 'hex')
    and (source, method, url) = (theirs ->> 'source', theirs ->> 'method', theirs ->> 'url')
    and lines_digest(request_body) is not distinct from theirs ->> 'body_sha256'
  left join log_entries on publication_id = publications.id
  left join lateral (select log_entries.entry::json as own) loaded on true
  group by place
  order by place
$$;
