-- Every rule with its revision, as known at an instant; null means now.
create or replace function known_rules(known timestamptz)
returns table (id text, revision integer, known_at timestamptz, sha256 text, document jsonb)
language sql stable parallel safe
as $$
  select id, revision, known_at, sha256, document
  from rules
  where case when known is null then known_until is null else known_at <= known and (known_until is null or known_until > known) end
$$;
