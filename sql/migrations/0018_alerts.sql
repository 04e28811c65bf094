-- What an operator has been told of a source, until it is over.
create table alerts (
  source text collate "C" not null references sources,
  kind text not null check (kind in ('failing', 'waiting')),
  told_at timestamptz not null default now(),
  primary key (source, kind)
);
