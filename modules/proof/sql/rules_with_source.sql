-- The rules of law in force on a day that name a source, in the order of their ids.
create or replace function rules_with_source(source_code text, day date)
returns table (id text)
language sql stable
as $$
  select id
  from rules
  where known_until is null and in_force @> day
    and jsonb_path_exists(jsonb_build_array(document -> 'rate', document -> 'fallback'),
      '$.** ? (@.type() == "string" && @ starts with $of)', jsonb_build_object('of', source_code || ':'))
  order by id
$$;
