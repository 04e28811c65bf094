-- An instant in UTC to the microsecond, as in the log and in certificates.
create or replace function utc_text(instant timestamptz)
returns text
language sql stable parallel safe strict
as $$
  select to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;
