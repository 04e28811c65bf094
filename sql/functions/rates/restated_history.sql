-- The history of a pair (see pair_history) in today's currencies: the rates of both codes and of their predecessors, restated by the ratios
-- of redenominations since (see currency_units). `ratio` is the factor applied; with a ratio other than one the rate is derived. Days with
-- an unknown ratio are omitted.
create or replace function restated_history(
  source_code text, source_currency text, target_currency text, from_date date, to_date date, wanted_type text default null,
  known timestamptz default null)
returns table (date date, rate numeric, rate_type text, method text, derived boolean, valid_from date, valid_to date, base text, quote text,
  ratio numeric)
language sql stable parallel safe
as $$
  select distinct on (original.date) original.date,
    case when one.ratio = other.ratio then original.rate else divide(original.rate * one.ratio, other.ratio) end, original.rate_type,
    case when one.ratio = other.ratio then original.method else 'restated' end, original.derived
      or one.ratio <> other.ratio, original.valid_from, original.valid_to,
    one.today, other.today, trim_scale(divide(one.ratio, other.ratio))
  from currency_units(source_currency) one
  cross join currency_units(target_currency) other
  cross join lateral pair_history(
    source_code, one.code, other.code, greatest(from_date, one.since, other.since), least(to_date, one.until, other.until), wanted_type,
    known) original
  where one.today <> other.today and one.ratio * other.ratio is not null
  order by original.date, one.ratio * other.ratio
$$;
