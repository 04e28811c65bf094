-- The median of what other banks give for a pair within 31 days before a date, and how many they are.
-- Composites, which are made of the others, have no say.
-- No row where fewer than two have it, or where they are not of one mind themselves (the highest more than half above the lowest).
create or replace function consensus_of(but_source text, base_currency text, quote_currency text, wanted date)
returns table (median float8, banks bigint)
language sql stable
as $$
  select percentile_cont(0.5) within group (order by rate::float8), count(*)
  from resolve_pair(null, base_currency, quote_currency, wanted) resolved
  join sources on sources.code = resolved.source
  where resolved.source <> but_source and kind <> 'composite' and date > wanted - 31
  having count(*) >= 2 and max(rate) <= 1.5 * min(rate)
$$;
