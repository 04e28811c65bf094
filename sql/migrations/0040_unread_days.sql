-- The days of the windows of failed runs, until a later run reads them: a table of these days may exist and not be stored.
create table unread_days (
  source text collate "C" not null references sources,
  day date not null,
  since timestamptz not null,
  -- When a later run read the day; empty until then.
  until timestamptz
);
create unique index unread_days_open on unread_days (source, day) where until is null;
create index unread_days_by_source on unread_days (source, day);
