-- The figure of a rate as its publisher printed it; null for a figure of one unit, which is the value itself. The value of a price per gram
-- is the price per troy ounce (see perOneUnit, whose products have these numbers of decimals).
create or replace function printed_value(value numeric, unit text)
returns numeric
language sql immutable parallel safe
as $$
  select case
    when unit = 'gram' then round(value / 31.1034768, scale(value) - 7)
    when unit <> '1' then round(value * unit::numeric, greatest(scale(value) - scale(trim_scale(1 / unit::numeric)), 0))
  end
$$;
