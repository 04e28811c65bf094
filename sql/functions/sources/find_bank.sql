-- An active source with the date of its newest table, null if there is none; no row if it is unknown.
create or replace function find_bank(source_code text)
returns table (code text, name text, rate_types text[], source_url text, terms_url text, latest_date date, dated text)
language sql stable parallel safe
as $$
  select code, name, rate_types, source_url, terms_url, latest_date, dated
  from sources
  left join coverage on source = code
  where code = source_code and active
$$;
