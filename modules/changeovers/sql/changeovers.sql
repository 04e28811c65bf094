-- The changeovers of currencies in a window, of one currency or of all, ascending. `same_code` is true where the code stayed and stood for
-- a new unit. `former_until` is the last day of the former as legal tender or in use. `sources` lists the sources whose archive has the
-- former code, with the dates of its first and last rate and of the first rate of the successor.
create or replace function changeovers(of_currency text, from_date date, to_date date)
returns table (former text, former_name text, successor text, successor_name text, date date, ratio numeric, same_code boolean,
  former_until date, act text, sources json)
language sql stable parallel safe
as $$
  with printed as materialized ( -- each code at each source
    select source, it.code, min(first_date) as first_date, max(last_date) as last_date
    from (
      select source, base as code, first_date, last_date from series
      union all
      select source, quote, first_date, last_date from series
    ) it
    join sources on sources.code = source and active and kind <> 'composite'
    group by source, it.code
  )
  select it.former, old.name, it.successor, new.name, it.date, it.ratio, it.former = it.successor,
    case when it.former <> it.successor and old.successor = it.successor then old.last_date end, it.source,
    coalesce(
      (select json_agg(json_build_object('bank', was.source, 'first_date', was.first_date, 'last_date', was.last_date, 'successor_from',
        becomes.first_date) order by was.source)
       from printed was
       left join printed becomes on becomes.source = was.source and becomes.code = it.successor
       where was.code = it.former and it.former <> it.successor),
      '[]')
  from redenominations it
  left join currencies old on old.code = it.former
  left join currencies new on new.code = it.successor
  where (of_currency is null or of_currency in (it.former, it.successor))
    and (from_date is null or it.date >= from_date) and (to_date is null or it.date <= to_date)
  order by it.date, it.former, it.successor
$$;
