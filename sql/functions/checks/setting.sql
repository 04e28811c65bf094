-- One threshold of check_settings. In PL/pgSQL, so that a session plans it once.
create or replace function setting(wanted text)
returns float8
language plpgsql stable
as $$
begin
  return (select value from check_settings() where name = wanted);
end $$;
