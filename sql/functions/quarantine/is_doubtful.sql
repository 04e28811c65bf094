-- True if a quarantined row with this fault waits until the publisher prints it again. Rows with any other fault are refused.
create or replace function is_doubtful(fault text)
returns boolean
language sql immutable parallel safe
as $$
  select fault in ('move', 'price', 'table', 'pairs', 'correction')
$$;
