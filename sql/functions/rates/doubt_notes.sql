-- The doubts of the served rates of a source between two dates, newest first and at most 100, as notes in the form of currency_notes: those between the given
-- currencies and the home currency, or all. Each has its rate and its day.
create or replace function doubt_notes(source_code text, codes text[], from_date date, to_date date)
returns table (currency text, kind text, since date, until date, note text, verified boolean)
language sql stable parallel safe
as $$
  select case when base = home_currency then quote else base end, 'doubt', date, date, format('%s/%s %s: %s.', base, quote, type, doubt), true
  from doubts
  join sources on code = source
  where source = source_code and date between from_date and to_date
    and exists (
      select
      from rates
      where rates.source = source_code and (rates.date, rates.base, rates.quote, rates.type) = (doubts.date, doubts.base, doubts.quote, doubts.type))
    and (codes is null or base = any(codes || home_currency) and quote = any(codes || home_currency))
  order by date desc, base, quote, type
  limit 100
$$;
