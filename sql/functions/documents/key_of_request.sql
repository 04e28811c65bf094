-- The key of a request, as in publications.request_key.
create or replace function key_of_request(method text, url text, body text)
returns text
language sql immutable parallel safe
as $$
  select md5(method || ' ' || url || ' ' || coalesce(body, ''))
$$;
