-- The rules of law, as known at an instant (null means now), with each source that they name and the days on which they hold.
create or replace function rules_naming(known timestamptz)
returns table (source text, id text, in_force daterange)
language sql stable
as $$
  select distinct split_part(rate #>> '{}', ':', 1), rules.id, rules.in_force
  from rules
  cross join lateral jsonb_path_query(jsonb_build_array(document -> 'rate', document -> 'fallback'),
    '$.** ? (@.type() == "string" && @ like_regex "^[a-z0-9_-]+:")') rate
  where case when known is null then known_until is null else known_at <= known and coalesce(known_until, 'infinity') > known end
$$;
