-- Whether a fault of a row in quarantine is a doubt: the row waits until the publisher says it again. Other rows are refused.
create or replace function is_doubtful(fault text)
returns boolean
language sql immutable parallel safe
as $$
  select fault in ('move', 'price', 'table', 'correction')
$$;
