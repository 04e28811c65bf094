-- The SHA-256 of lines as the log has it, in hexadecimal; null where there is no line.
create or replace function lines_digest(lines text)
returns text
language sql immutable parallel safe strict
as $$
  select encode(sha256(convert_to(lines, 'UTF8')), 'hex')
$$;
