-- Every revision of a rule, newest first, with the time in which it was current; `known_until` is null for the current one.
create or replace function rule_revisions(of_rule text)
returns table (revision integer, known_at timestamptz, known_until timestamptz, sha256 text)
language sql stable parallel safe
as $$
  select revision, known_at, known_until, sha256
  from rules
  where id = of_rule
  order by revision desc
$$;
