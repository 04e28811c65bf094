-- The rules of law in force on a day that name a source, in the order of their ids.
create or replace function rules_with_source(source_code text, day date)
returns table (id text)
language sql stable
as $$
  select distinct id from rules_naming(null) where source = source_code and in_force @> day order by id
$$;
