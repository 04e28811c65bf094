-- Every revision of a rule, the newest first, with the time in which it was known; known_until is null for the one that holds now.
create or replace function rule_revisions(of_rule text)
returns table (revision integer, known_at timestamptz, known_until timestamptz, sha256 text)
language sql stable parallel safe
as $$
  select revision, known_at, known_until, sha256
  from rules
  where id = of_rule
  order by revision desc
$$;
