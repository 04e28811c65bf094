-- Releases the doubtful rows of a publication that was fetched again, unchanged, at least twelve hours after the publisher first
-- printed them. Returns their number. For a document that is already loaded and is not read again.
create or replace function confirm_publication(publication bigint)
returns bigint
language sql
as $$
  select count(released)
  from (
    select array_agg(quarantine.id) as ids, array_agg(rate) as rates
    from quarantine
    join publications on publications.id = publication_id
    where publication_id = publication and quarantine.status = 'pending' and is_doubtful(fault)
      and last_fetched_at >= said_at + make_interval(hours => setting('said_hours')::integer)
  ) said
  cross join lateral release_quarantined(ids, rates, 'ratebook',
    format('the publisher printed it unchanged in document %s, after %s hours', publication, setting('said_hours'))) released
$$;
