-- A figure as its publisher printed it, and the unit for which it did: `705.8364 gram` or `0.7123 100`. Null for a figure of one unit,
-- which is the value itself. The value of a gram's price is that of a troy ounce (see perOneUnit, whose products have these numbers of
-- decimals).
create or replace function printed_figure(value numeric, unit text)
returns text
language sql immutable parallel safe
as $$
  select case unit
    when '1' then null
    when 'gram' then round(value / 31.1034768, scale(value) - 7)::text || ' gram'
    else round(value * unit::numeric, greatest(scale(value) - scale(trim_scale(1 / unit::numeric)), 0))::text || ' ' || unit
  end
$$;
