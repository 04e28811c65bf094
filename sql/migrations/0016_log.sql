-- The log of what was loaded, which nobody can rewrite: an entry for each load of a publication that brought it or changed rates, and the
-- nodes of the Merkle tree over the entries (RFC 6962, section 2.1). The leaf at index n is the node of height 0, and it belongs to one entry.
-- No foreign keys to what an entry is about: the log stays as it is whatever happens to that, and says so when it is checked.
create table log_entries (
  id bigint generated always as identity primary key,
  source text collate "C" not null,
  publication_id bigint not null,
  known_at timestamptz not null,
  entry text not null check (octet_length(entry) <= 65535), -- as much as an entry bundle of tlog-tiles can hold
  unique (source, publication_id, known_at)
);
create index log_entries_by_time on log_entries (source, known_at);
create index log_entries_by_publication on log_entries (publication_id);

create table log_nodes (
  height smallint not null,
  index bigint not null,
  hash bytea not null check (length(hash) = 32),
  entry_id bigint unique references log_entries,
  primary key (height, index),
  check ((height = 0) = (entry_id is not null))
);

-- What was loaded before there was a log, in the order in which it came.
set local datestyle = 'ISO, YMD';
with lines as (
  select source, publication_id, known_at, known_until, base, quote, type, date,
    base || ' ' || quote || ' ' || type || ' ' || date::text || ' ' || value || ' ' || unit || ' ' ||
      coalesce(valid_from::text, '-') || ' ' || coalesce(valid_to::text, '-') as line
  from (
    select source, publication_id, known_at, null::timestamptz as known_until, base, quote, type, date, value, unit, valid_from, valid_to from rates
    union all
    select source, publication_id, known_at, known_until, base, quote, type, date, value, unit, valid_from, valid_to from rate_revisions
  ) versions
), written as (
  select lines.source, lines.publication_id, lines.known_at,
    count(*) filter (where former.line is null) as new_rows,
    string_agg(lines.line, E'\n' order by lines.line collate "C") filter (where former.line is null) as new_lines,
    count(*) filter (where former.line is not null) as changed_rows,
    string_agg(lines.line || ' was ' || former.line, E'\n' order by (lines.line || ' was ' || former.line) collate "C") filter (where former.line is not null) as changed_lines
  from lines
  left join lines former on former.source = lines.source and former.base = lines.base and former.quote = lines.quote
    and former.type = lines.type and former.date = lines.date and former.known_until = lines.known_at
  group by lines.source, lines.publication_id, lines.known_at
), withdrawn as (
  select source, publication_id, known_until as known_at, count(*) as withdrawn_rows, string_agg(line, E'\n' order by line collate "C") as withdrawn_lines
  from lines
  where known_until is not null
    and not exists (
      select
      from lines later
      where later.source = lines.source and later.base = lines.base and later.quote = lines.quote
        and later.type = lines.type and later.date = lines.date and later.known_at = lines.known_until)
  group by source, publication_id, known_until
), events as (
  select source, publication_id, known_at, new_rows, new_lines, changed_rows, changed_lines, withdrawn_rows, withdrawn_lines
  from written
  full join withdrawn using (source, publication_id, known_at)
  union all
  select source, id, loaded_at, 0, null, 0, null, 0, null
  from publications
  where loaded_at is not null
    and not exists (select from written where publication_id = publications.id)
    and not exists (select from withdrawn where publication_id = publications.id)
)
insert into log_entries (source, publication_id, known_at, entry)
select events.source, events.publication_id, events.known_at, row_to_json(it)::text
from events
join publications on id = events.publication_id
cross join lateral (
  select
    1 as version, events.source, events.publication_id as publication, method, url,
    encode(sha256(convert_to(request_body, 'UTF8')), 'hex') as body_sha256,
    encode(publications.sha256, 'hex') as document_sha256,
    to_char(fetched_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as fetched_at,
    to_char(events.known_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as known_at,
    (select it from (select coalesce(new_rows, 0) as rows, encode(sha256(convert_to(new_lines, 'UTF8')), 'hex') as sha256) it) as new,
    (select it from (select coalesce(changed_rows, 0) as rows, encode(sha256(convert_to(changed_lines, 'UTF8')), 'hex') as sha256) it) as changed,
    (select it from (select coalesce(withdrawn_rows, 0) as rows, encode(sha256(convert_to(withdrawn_lines, 'UTF8')), 'hex') as sha256) it) as withdrawn
) it
order by events.known_at, events.source, events.publication_id;

insert into log_nodes (height, index, hash, entry_id)
select 0, row_number() over (order by id) - 1, sha256('\x00'::bytea || convert_to(entry, 'UTF8')), id
from log_entries;

do $$
begin
  for below in 0..62 loop
    insert into log_nodes (height, index, hash)
    select below + 1, one.index / 2, sha256('\x01'::bytea || one.hash || other.hash)
    from log_nodes one
    join log_nodes other on other.height = below and other.index = one.index + 1
    where one.height = below and one.index % 2 = 0;
    exit when not found;
  end loop;
end $$;

-- An entry takes its place in the tree when its transaction commits: only then is it held against those of others, and no longer than it takes.
-- The owner's rights are used, so that a loader can add entries and nothing else; its temporary tables are looked at last.
create function place_log_entry()
returns trigger
language plpgsql security definer
as $$
begin
  perform append_leaf(new.id, new.entry);
  return null;
end $$;

do $$
begin
  execute format('alter function place_log_entry() set search_path = %I, pg_temp', current_schema());
end $$;

create constraint trigger place_log_entry
after insert on log_entries
deferrable initially deferred
for each row execute function place_log_entry();

create function refuse_to_rewrite()
returns trigger
language plpgsql
as $$
begin
  raise exception 'the log is only added to: % of % is refused', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger refuse_to_rewrite
before update or delete or truncate on log_entries
for each statement execute function refuse_to_rewrite();

create trigger refuse_to_rewrite
before update or delete or truncate on log_nodes
for each statement execute function refuse_to_rewrite();
