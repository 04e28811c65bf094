-- What a source says of its dates, of what it leaves out, of its terms, and of how its adapter was verified.
alter table sources
  add column dated text not null default 'made' check (dated in ('made', 'effective', 'period')),
  add column publishes text,
  add column terms text,
  add column notes text,
  add column verified text check (verified in ('recording', 'documentation', 'description'));
alter table sources alter column dated drop default;
