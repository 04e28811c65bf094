-- The base, quote and rate type common to all published series of a source with a currency; null where they differ.
create or replace function common_series_fields(source_code text, symbol text)
returns table (base text, quote text, type text)
language sql stable parallel safe
as $$
  select
    case when min(series.base) = max(series.base) then min(series.base) end,
    case when min(series.quote) = max(series.quote) then min(series.quote) end,
    case when min(series.type) = max(series.type) then min(series.type) end
  from series
  where series.source = source_code and symbol in (series.base, series.quote)
$$;
