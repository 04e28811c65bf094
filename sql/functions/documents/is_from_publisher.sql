-- True if this instance received the document from its publisher, and not only from a peer.
create or replace function is_from_publisher(publication publications)
returns boolean
language sql immutable parallel safe
as $$
  select publication.peer is null or publication.confirmed_at is not null
$$;
