-- Dated facts about currencies, written again at every start (see register_currencies).
create table currencies (
  code text collate "C" primary key,
  name text not null,
  -- Null where it is not known, and the last where the money is in use.
  first_date date,
  last_date date,
  successor text collate "C"
);

-- A code that succeeds itself stood for another unit before the date.
create table redenominations (
  former text collate "C" not null,
  successor text collate "C" not null,
  date date not null,
  ratio numeric,
  source text,
  primary key (former, successor, date)
);

create table pegs (
  currency text collate "C" not null,
  anchor text collate "C",
  rate numeric,
  band text,
  since date not null,
  until date,
  authority text not null,
  verified boolean not null,
  primary key (currency, since)
);

create table regimes (
  currency text collate "C" not null,
  since date not null,
  until date,
  note text not null,
  verified boolean not null,
  primary key (currency, since)
);

-- The codes, or all, whose history the publisher prints in units of a later day.
alter table sources add column restated text[] not null default '{}';
