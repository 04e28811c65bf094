-- The changeovers of currencies in a window, of one currency or of all, ascending. `same_code` is true where the code stayed and stood for
-- a new unit. `former_until` is the last day of the former as legal tender or in use. `sources` lists the sources whose archive has the
-- former code, with the dates of its first and last rate and of the first rate of the successor.
create or replace function changeovers(of_currency text, from_date date, to_date date)
returns table (former text, former_name text, successor text, successor_name text, date date, ratio numeric, same_code boolean,
  former_until date, act text, sources json)
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
  )
  select changeover.former, old.name, changeover.successor, new.name, changeover.date, changeover.ratio,
    changeover.former = changeover.successor,
    case when changeover.former <> changeover.successor and old.successor = changeover.successor then old.last_date end, changeover.source,
    coalesce(
      (select json_agg(json_build_object('bank', was.source, 'first_date', was.first_date, 'last_date', was.last_date, 'successor_from',
        becomes.first_date) order by was.source)
       from printed was
       left join printed becomes on becomes.source = was.source and becomes.code = changeover.successor
       where was.code = changeover.former and changeover.former <> changeover.successor),
      '[]')
  from redenominations changeover
  left join currencies old on old.code = changeover.former
  left join currencies new on new.code = changeover.successor
  where (of_currency is null or of_currency in (changeover.former, changeover.successor))
    and (from_date is null or changeover.date >= from_date) and (to_date is null or changeover.date <= to_date)
  order by changeover.date, changeover.former, changeover.successor
$$;
