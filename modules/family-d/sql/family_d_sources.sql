-- The sources with some keys (null means those of the blend). A data set whose rates are stored with those of its publisher has a key of
-- its own; `documents` is the pattern of `like` for the addresses of its documents.
create or replace function family_d_sources(keys text[])
returns table (key text, source text, documents text)
language sql stable parallel safe
as $$
  select code, code, null
  from sources
  where code = any(keys) or keys is null and active and family_d_blends(kind, cadence)
  union all
  select data_set.key, code, data_set.documents
  from (values ('nbp_b', 'nbp', '%/tables/B/%')) data_set (key, publisher, documents)
  join sources on code = publisher
  where data_set.key = any(keys)
$$;
