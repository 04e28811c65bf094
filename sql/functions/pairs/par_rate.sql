-- The parity of two currencies that the law pegs at one to one, at the source of one of them, with a note. It is dated the source's newest
-- table on or before a date. No row without such a peg on that day, or for a composite.
create or replace function par_rate(source_code text, source_currency text, target_currency text, wanted date, known timestamptz)
returns table (date date, type text, note text)
language sql stable parallel safe
as $$
  select newest.date, rate_types[1],
    format('%s does not print the pair: one %s is one %s by law (%s).', code, currency, anchor, authority)
  from sources
  join pegs on rate = 1 and (currency, anchor) in ((source_currency, target_currency), (target_currency, source_currency))
  cross join lateral (
    select max(tables.date) as date
    from tables
    where tables.source = code and tables.date <= wanted and (known is null or added_at is null or added_at <= known)
  ) newest
  where code = source_code and home_currency in (source_currency, target_currency) and kind <> 'composite'
    and newest.date >= since and (until is null or newest.date <= until)
$$;
