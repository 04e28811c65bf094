-- The notes on rates of some currencies between two dates: pegs, regimes of several rates, and redenominations after the first date, of
-- kind `unit` where the code stays. `verified` is false if no document was read.
create or replace function currency_notes(codes text[], from_date date, to_date date)
returns table (currency text, kind text, since date, until date, note text, verified boolean)
language sql stable parallel safe
as $$
  select currency, 'peg', since, until,
    concat_ws(', ', 'Pegged by the ' || authority || case
      when anchor is null then ''
      when anchor <> currency then format(' at %s %s for one %s', trim_scale(rate), currency, anchor)
    end, band) || '.', verified
  from pegs
  where currency = any(codes) and since <= to_date and (until is null or until >= from_date)
  union all
  select currency, 'regime', since, until, note, verified
  from regimes
  where currency = any(codes) and since <= to_date and (until is null or until >= from_date)
  union all
  select former, case when former = successor then 'unit' else 'redenomination' end, date, null::date, case
      when former <> successor then format('Replaced by %s%s.', successor,
        format(': %s %s for one %s', trim_scale(ratio), former, successor))
      else format('%s denotes a new unit from this day on%s.', former, format(', worth %s former units', trim_scale(ratio)))
    end, source is not null
  from redenominations
  where former = any(codes) and date > from_date and date <= to_date
  order by 1, 3, 2
$$;
