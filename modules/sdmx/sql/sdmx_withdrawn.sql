-- The daily figures of several published series that were withdrawn after an instant and not published again, with their last value and the
-- instant at which they were withdrawn, by this instant, in the order of the arrays and by date.
create or replace function sdmx_withdrawn(
  of_sources text[], of_bases text[], of_quotes text[], of_types text[], from_date date, to_date date, since timestamptz)
returns table (place bigint, period date, value numeric, instant timestamptz)
language sql stable parallel safe
as $$
  select *
  from (
    select distinct on (wanted.place, former.date) wanted.place, former.date, former.value, former.known_until
    from unnest(of_sources, of_bases, of_quotes, of_types) with ordinality wanted (source, base, quote, type, place)
    join rate_revisions former using (source, base, quote, type)
    where former.date between from_date and to_date and former.known_until > since
      and not exists (
        select from rates
        where rates.source = former.source and rates.base = former.base and rates.quote = former.quote and rates.type = former.type
          and rates.date = former.date)
    order by wanted.place, former.date, former.known_until desc
  ) withdrawn
  order by known_until, place, date
$$;
