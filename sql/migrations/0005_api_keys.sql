-- Only the SHA-256 of a key is stored; its first characters are kept so that its owner can tell it from others.
create table api_keys (
  id bigint generated always as identity primary key,
  prefix text not null,
  sha256 bytea not null unique check (length(sha256) = 32),
  name text not null,
  plan text not null check (plan in ('free', 'trial', 'developer', 'business', 'enterprise')),
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);
