-- The stored composite in units per US dollar, on each day of a window on which a source publishes the currency: on other days the
-- composite only repeats older figures. If the composite uses monthly figures (see composite_of), the median of the others. `given` and
-- `shares` are those of composite_shares, limited to the sources of the blend. There are no `figures`.
create or replace function family_d_composite(currencies text[], from_date date, to_date date)
returns table (day date, currency text, rate numeric, figures json, given text[], shares numeric[])
language sql stable parallel safe
as $$
  with published as materialized (
    select distinct rates.date, quoted.currency
    from sources
    join series on series.source = code
    join rates on rates.source = code and rates.base = series.base and rates.quote = series.quote and rates.type = series.type
    cross join lateral (values (series.base), (series.quote)) quoted (currency)
    where active and family_d_blends(kind, cadence) and rates.date between from_date and to_date
      and (currencies is null or quoted.currency = any(currencies))
  ), parts as materialized ( -- an expression that finds the sources outside the blend in the names of shares, and those of the blend
    select '(^| )(' || string_agg(code, '|') filter (where not is_blended) || ') ' as others,
      array_agg(code) filter (where is_blended) as codes
    from (select code, family_d_blends(kind, cadence) as is_blended from sources) it
  )
  select rates.date, rates.quote, case when blend.is_mixed then own.rate else rates.value end, null::json,
    case when blend.is_mixed then own.tables else shares.tables end, case when blend.is_mixed then own.figures else shares.figures end
  from sources
  cross join parts
  join rates on rates.source = code and rates.base = 'USD'
  join published on published.date = rates.date and published.currency = rates.quote
  left join lateral newest_shares(rates.date, rates.quote, null) shares on true
  cross join lateral (select coalesce(array_to_string(shares.tables, ' ') ~ others, false) as is_mixed) blend
  left join lateral (
    select round_significant(percentile_cont(0.5) within group (order by figure)::numeric, 12) as rate, array_agg(share.name) as tables,
      array_agg(figure) as figures
    from unnest(shares.tables, shares.figures) share (name, figure)
    where split_part(share.name, ' ', 1) = any(codes)
  ) own on blend.is_mixed
  where kind = 'composite' and active and rates.date between from_date and to_date and (currencies is null or rates.quote = any(currencies))
$$;
