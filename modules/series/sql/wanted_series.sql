-- For several pairs at several active sources, or at all of them: whether the source has series with both currencies, without which it
-- cannot give the pair. In the order of the arrays, all sources by code.
create or replace function wanted_series(banks text[], bases text[], quotes text[])
returns table (bank text, base text, quote text, has_both boolean)
language sql stable parallel safe
as $$
  select sources.code, pair.base, pair.quote,
    exists (select from series where series.source = sources.code and pair.base in (series.base, series.quote))
      and exists (select from series where series.source = sources.code and pair.quote in (series.base, series.quote))
  from sources
  left join unnest(banks) with ordinality listed (code, place) using (code)
  cross join unnest(bases, quotes) with ordinality pair (base, quote, place)
  where active and (banks is null or listed.place is not null)
  order by listed.place, sources.code, pair.place
$$;
