-- Ten prior observations of a feature, distributed like those of the series of all sources.
create or replace function prior_bins(feature text)
returns integer[]
language sql immutable parallel safe
as $$
  select case when feature in ('move', 'excess', 'shift') then array[0, 12, 21, 24, 26, 27, 28, 30, 31, 33] else '{}' end
$$;
