-- An amount of a base currency in the other currencies, in every table of a source in a window: one row for each date and currency,
-- ascending. Rates follow resolve_pair on their date. The base itself has a row with the rate 1; a date without the base is omitted.
-- `wanted` limits the currencies, and `places` rounds half up.
create or replace function compat_history(
  source_code text, base_currency text, from_date date, to_date date, wanted text[] default null, amount numeric default 1,
  places integer default null)
returns table (date date, currency text, rate numeric)
language sql stable parallel safe
as $$
  with derivations as (
    select derivation.date, target, derivation.rate, method <> 'published' as derived, priority
    from rate_derivations(source_code, base_currency, wanted, from_date, to_date) derivation
    union all
    select figure.date, base_currency, 1, false, 0
    from pair_legs(source_code, base_currency) legs
    cross join lateral series_values(source_code, base, quote, type, from_date, to_date) figure
    where not is_over_home and base_currency <> home and (wanted is null or base_currency = any(wanted))
    union all
    select tables.date, home_currency, 1, false, 0
    from sources
    join tables on tables.source = code
    where code = source_code and tables.date between from_date and to_date
      and home_currency = base_currency and (wanted is null or base_currency = any(wanted))
  )
  select distinct on (derivations.date, target) derivations.date, target,
    as_written(case when places < scale(converted.rate) then round(converted.rate, places) else converted.rate end, derived or amount <> 1)
  from derivations
  cross join lateral (select derivations.rate * trim_scale(amount) as rate) converted
  order by derivations.date, target, priority
$$;
