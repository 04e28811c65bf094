-- The published series of a source from which rates of one currency in others derive. The target of a leg with the source currency is the
-- currency on its other side. A leg over the home currency runs from there to its target; with the leg of the same type between the source
-- and the home currency (target `home`) it makes a cross.
create or replace function pair_legs(source_code text, source_currency text)
returns table (
  base text, quote text, type text, first_date date, last_date date, target text, is_over_home boolean, is_direct boolean,
  home text, kind text, preference integer)
language sql stable parallel safe
as $$
  select base, quote, type, first_date, last_date, target,
    base <> source_currency and quote <> source_currency,
    base = source_currency or quote <> source_currency and base = home_currency,
    home_currency, kind, array_position(rate_types, type)
  from sources
  join series on source = code
  cross join lateral (
    select case when base = source_currency or quote <> source_currency and base = home_currency then quote else base end as target
  ) leg
  where code = source_code
    and (base = source_currency or quote = source_currency or base = home_currency or quote = home_currency)
$$;
