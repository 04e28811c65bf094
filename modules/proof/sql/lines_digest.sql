-- The SHA-256 of a text in hexadecimal, or null. Log entries of version 1 have it for all their lines.
create or replace function lines_digest(lines text)
returns text
language sql immutable parallel safe strict
as $$
  select encode(sha256(convert_to(lines, 'UTF8')), 'hex')
$$;
