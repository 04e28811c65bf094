-- Every rate as it is known now. `value` is quote per one base; times `unit` it is the figure as printed.
-- A hypertable by date where TimescaleDB can be had, ranges of five years otherwise (see make_partitions).
-- No foreign key to publications: a check for each row would double the time of a load, and only load_staged writes here.
-- The extension can only be made where the server was started with it; who may not see that has it made by who may, beforehand.
do $$
declare
  preloaded boolean;
begin
  begin
    preloaded := current_setting('shared_preload_libraries') like '%timescaledb%';
  exception when insufficient_privilege then
    preloaded := false;
  end;
  if preloaded and exists (select from pg_available_extensions where name = 'timescaledb') then
    create extension if not exists timescaledb;
  end if;

  create table rates_shape (
    source text collate "C" not null,
    base text collate "C" not null check (length(base) = 3),
    quote text collate "C" not null check (length(quote) = 3),
    type text collate "C" not null,
    date date not null,
    value numeric not null check (value > 0 and value < 'Infinity'), -- NaN is above it
    unit text not null check (unit = 'gram' or unit ~ '^[1-9][0-9]*$'),
    publication_id bigint not null,
    known_at timestamptz not null default now(),
    check (base <> quote)
  );
  if exists (select from pg_extension where extname = 'timescaledb') then
    create table rates (like rates_shape including all);
    perform create_hypertable('rates', 'date', chunk_time_interval => interval '5 years', create_default_indexes => false);
  else
    create table rates (like rates_shape including all) partition by range (date);
  end if;
  drop table rates_shape;
end $$;
alter table rates add primary key (source, base, quote, type, date);
create index rates_by_table on rates (source, date);

-- What a rate was before a publisher corrected it, from when until when it was known.
create table rate_revisions (
  source text collate "C" not null,
  base text collate "C" not null,
  quote text collate "C" not null,
  type text collate "C" not null,
  date date not null,
  value numeric not null,
  unit text not null,
  publication_id bigint not null,
  known_at timestamptz not null,
  known_until timestamptz not null,
  primary key (source, base, quote, type, date, known_until)
);
create index rate_revisions_by_table on rate_revisions (source, date);

-- The days on which a source has a table, how many they are, and the series it publishes: all follow from rates and are kept by merge_staged.
create table tables (
  source text collate "C" not null references sources,
  date date not null,
  primary key (source, date)
);

create table coverage (
  source text collate "C" primary key references sources,
  days bigint not null,
  latest_date date not null
);

create table series (
  source text collate "C" not null references sources,
  base text collate "C" not null,
  quote text collate "C" not null,
  type text collate "C" not null,
  first_date date not null,
  last_date date not null,
  primary key (source, base, quote, type)
);
create index series_by_pair on series (base, quote);
create index series_by_quote on series (quote, base);
