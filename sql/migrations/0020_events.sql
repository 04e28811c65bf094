-- What happened to the tables of sources, for those who listen. An event belongs to the transaction that made it happen. It takes its place when that
-- transaction commits, so whoever knows one place misses nothing that comes after it. No figure is among the details: they say where to look.
create table events (
  id bigint generated always as identity primary key,
  source text collate "C" not null references sources,
  kind text not null check (kind in ('table', 'correction', 'overdue')),
  at timestamptz not null default clock_timestamp(),
  details json not null,
  place bigint unique
);
create index events_by_source on events (source, place);
create index events_by_time on events (at);

create sequence event_places;

-- The newest table of each source at the moment when it was last noted as overdue.
create table overdue_sources (
  source text collate "C" primary key references sources,
  latest_date date not null
);

-- Under the lock of the log, which every load takes when it commits: with a second one, two loads could wait for each other.
create function place_event()
returns trigger
language plpgsql security definer
as $$
begin
  perform pg_advisory_xact_lock(hashtext('log'), 0);
  update events set place = nextval('event_places') where id = new.id;
  perform pg_notify('ratebook_events', ''), pg_notify('ratebook', new.source);
  return null;
end $$;

do $$
begin
  execute format('alter function place_event() set search_path = %I, pg_temp', current_schema());
end $$;

create constraint trigger place_event
after insert on events
deferrable initially deferred
for each row execute function place_event();
