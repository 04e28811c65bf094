-- The rate of one currency in others at equal intervals, ascending. Each point has the rate that was known at the end of the hour or day
-- (`width`) that begins there, or is known now if that has not ended (see market_rate). Points without a rate are omitted.
create or replace function market_points(
  source_currency text, targets text[], first_point timestamptz, last_point timestamptz, step interval, width interval, now timestamptz)
returns table ("time" timestamptz, target text, rate numeric, class text)
language sql stable parallel safe
as $$
  select point, market.target, market.rate, market.class
  from generate_series(first_point, last_point, step) point
  cross join lateral market_rate(source_currency, targets, least(point + width - interval '1 microsecond', now)) market
  order by point, market.target
$$;
