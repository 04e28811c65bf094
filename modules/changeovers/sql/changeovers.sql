-- The changeovers of currencies in a window, of one currency or of all, ascending. `same_code` is true where the code stayed and stood for
-- a new unit. `former_from` and `former_until` are the first and the last day of the former as the currency, `tender_until` its last day as
-- legal tender; from `double_from` to `double_until` both were. `sources` lists the sources whose archive has the former unit, with the
-- dates of its first and last rate and of the first rate of the successor.
create or replace function changeovers(of_currency text, from_date date, to_date date)
returns table (former text, former_name text, successor text, successor_name text, date date, ratio numeric, same_code boolean,
  former_from date, former_until date, tender_until date, double_from date, double_until date, act text, sources json)
language sql stable parallel safe
as $$
  with printed as materialized ( -- each code at each source
    select source, quoted.code, min(first_date) as first_date, max(last_date) as last_date
    from (
      select source, base as code, first_date, last_date from series
      union all
      select source, quote, first_date, last_date from series
    ) quoted
    join sources on sources.code = source and active and kind <> 'composite'
    group by source, quoted.code
  ),
  changed as ( -- each changeover, and the first day on which both units were legal tender
    select *, former = successor as same_code, coalesce(cash_from, date) as both_from
    from redenominations
    where (of_currency is null or of_currency in (former, successor))
      and (from_date is null or date >= from_date) and (to_date is null or date <= to_date)
  )
  select changed.former, old.name, changed.successor, new.name, changed.date, changed.ratio, changed.same_code,
    coalesce(
      (select max(earlier.date) from redenominations earlier
       where earlier.former = earlier.successor and earlier.former = changed.former and earlier.date < changed.date),
      old.first_date),
    case when not changed.same_code and old.successor = changed.successor then greatest(old.last_date, tender_until) end,
    changed.tender_until, case when tender_until >= both_from then both_from end, case when tender_until >= both_from then tender_until end,
    changed.source,
    coalesce(
      (select json_agg(json_build_object('bank', was.source, 'first_date', was.first_date, 'last_date', was.last_date, 'successor_from',
        becomes.first_date) order by was.source)
       from printed was
       left join printed becomes on becomes.source = was.source and becomes.code = changed.successor
       where was.code = changed.former and not changed.same_code),
      (select json_agg(json_build_object('bank', was.source, 'first_date', was.first_date, 'last_date', switched.last_date,
        'successor_from', switched.first_date) order by was.source)
       from printed was
       cross join lateral unit_switch(was.source, changed.former, changed.date, changed.ratio) switched
       where was.code = changed.former and changed.same_code),
      '[]')
  from changed
  left join currencies old on old.code = changed.former
  left join currencies new on new.code = changed.successor
  order by changed.date, changed.former, changed.successor
$$;
