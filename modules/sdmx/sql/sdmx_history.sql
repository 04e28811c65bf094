-- Every version of the daily figures of several published series, by the instant at which it became known; then the order of the arrays and
-- the date. A row with `is_withdrawn` says that the figure was withdrawn then. `since` limits the versions to those after an instant.
create or replace function sdmx_history(
  of_sources text[], of_bases text[], of_quotes text[], of_types text[], from_date date, to_date date, since timestamptz default null)
returns table (instant timestamptz, is_withdrawn boolean, place bigint, period date, value numeric)
language sql stable parallel safe
as $$
  with wanted as (
    select *
    from unnest(of_sources, of_bases, of_quotes, of_types) with ordinality wanted (source, base, quote, type, place)
  ), versions as (
    select place, rates.source, rates.base, rates.quote, rates.type, date, value, known_at, 'infinity'::timestamptz as known_until
    from wanted
    join rates using (source, base, quote, type)
    where date between from_date and to_date
    union all
    select place, rate_revisions.source, rate_revisions.base, rate_revisions.quote, rate_revisions.type, date, value, known_at, known_until
    from wanted
    join rate_revisions using (source, base, quote, type)
    where date between from_date and to_date
  ), changes as (
    select known_at as instant, false as is_withdrawn, place, date, value
    from versions
    union all
    select known_until, true, place, date, value
    from (select *, lead(known_at) over (partition by place, date order by known_at) as next_known from versions) followed
    where known_until < 'infinity' and known_until is distinct from next_known
  )
  select *
  from changes
  where since is null or instant > since
  order by instant, is_withdrawn, place, date
$$;
