-- True where the publisher sent a document to this instance; false where it is known through a peer alone.
create or replace function is_own(publication publications)
returns boolean
language sql immutable parallel safe
as $$
  select publication.peer is null or publication.confirmed_at is not null
$$;
