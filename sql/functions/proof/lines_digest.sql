-- The SHA-256 of a text in hexadecimal; null where there is none. Entries of the log of version 1 have that of all lines.
create or replace function lines_digest(lines text)
returns text
language sql immutable parallel safe strict
as $$
  select encode(sha256(convert_to(lines, 'UTF8')), 'hex')
$$;
