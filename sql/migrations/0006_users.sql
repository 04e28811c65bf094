-- People, how they prove who they are, and for how long that is believed. E-mail addresses are kept in lower case.
create table users (
  id text collate "C" primary key,
  email text collate "C" not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  name text not null,
  image text,
  role text not null default 'user' check (role in ('user', 'operator')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id text collate "C" primary key,
  token text collate "C" not null unique,
  user_id text collate "C" not null references users on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);

-- A password's hash, or what another provider says of a user.
create table credentials (
  id text collate "C" primary key,
  user_id text collate "C" not null references users on delete cascade,
  account_id text collate "C" not null,
  provider_id text collate "C" not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, provider_id, account_id)
);

-- What was sent to an address and is to come back: the hash of a token, and whose it is.
create table verifications (
  id text collate "C" primary key,
  identifier text collate "C" not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);
create index verifications_by_value on verifications (value);
create index verifications_by_end on verifications (expires_at);
