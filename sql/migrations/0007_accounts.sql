-- What has a plan and its allowance: the account of a person, or one that an operator or an agent made for a key alone.
create table accounts (
  id bigint generated always as identity primary key,
  user_id text unique references users (id) on delete cascade,
  name text not null,
  plan text not null check (plan in ('free', 'trial', 'developer', 'business', 'enterprise')),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  disabled_at timestamptz,
  first_key_at timestamptz
);

alter table accounts add made_for bigint;
insert into accounts (name, plan, created_at, made_for) select name, plan, created_at, id from api_keys order by id;
alter table api_keys add account_id bigint references accounts (id) on delete cascade, add last_used_at timestamptz;
update api_keys set account_id = accounts.id from accounts where made_for = api_keys.id;
alter table accounts drop made_for;
alter table api_keys alter account_id set not null, drop plan;
create index on api_keys (account_id);

-- Units used of an allowance: within a month in UTC, or for life (-infinity).
create table allowances_used (
  account_id bigint not null references accounts (id) on delete cascade,
  month date not null,
  units bigint not null default 0 check (units >= 0),
  primary key (account_id, month)
) with (fillfactor = 50);

create table usage (
  account_id bigint not null references accounts (id) on delete cascade,
  day date not null,
  endpoint text not null,
  requests bigint not null,
  units bigint not null,
  primary key (account_id, day, endpoint)
) with (fillfactor = 50);

-- How often something was done within a window of time, by any process. What a crash of the server loses here is a minute or a day of counting.
create unlogged table windows (
  name text not null,
  ends_at timestamptz not null,
  taken integer not null default 0,
  primary key (name, ends_at)
) with (fillfactor = 50);
create index on windows (ends_at);
