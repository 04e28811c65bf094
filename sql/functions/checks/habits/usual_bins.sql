-- Ten imagined observations of a feature, as it is spread over the series of all sources: what is expected of a series of which nothing is known.
create or replace function usual_bins(feature text)
returns integer[]
language sql immutable parallel safe
as $$
  select case when feature in ('move', 'excess', 'shift') then array[0, 12, 21, 24, 26, 27, 28, 30, 31, 33] else '{}' end
$$;
