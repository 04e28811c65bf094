-- Every key, newest first; only its first characters are known.
create or replace function list_keys()
returns table (id bigint, prefix text, name text, plan text, created_at timestamptz, disabled_at timestamptz)
language sql stable
as $$
  select id, prefix, name, plan, created_at, disabled_at
  from api_keys
  order by id desc
$$;
