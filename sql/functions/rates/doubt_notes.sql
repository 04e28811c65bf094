-- The doubts of the served rates of some sources, newest first and at most 100, as notes in the form of currency_notes. The lists go
-- together: of each source those between two dates, between the currencies of a pair, one of them null, and the home currency, or all if
-- both are null. Each note has its rate and its day, and its source if several were asked for. Figures that wait in quarantine have the kind
-- `waiting`.
create or replace function doubt_notes(of_sources text[], sides text[], other_sides text[], from_dates date[], to_dates date[])
returns table (currency text, kind text, since date, until date, note text, verified boolean)
language sql stable parallel safe
as $$
  select case when base = home_currency then quote else base end, it.kind, date, date,
    case when (select count(distinct code) from unnest(of_sources) code) > 1 then source || ' ' else '' end
      || format(case it.kind when 'doubt' then '%s/%s %s: %s.' else '%s/%s %s of %s: the publisher''s figure waits for its confirmation.' end,
        base, quote, type, case it.kind when 'doubt' then doubt else date::text end), true
  from (
    select distinct it.*
    from unnest(of_sources, sides, other_sides, from_dates, to_dates) wanted (code, side, other, from_date, to_date)
    join sources using (code)
    cross join lateral (
      select 'doubt' as kind, source, date, base, quote, type, doubt
      from doubts
      where source = code and date between from_date and to_date and exists (
        select
        from rates
        where (rates.source, rates.date, rates.base, rates.quote, rates.type)
          = (doubts.source, doubts.date, doubts.base, doubts.quote, doubts.type))
      union all
      select 'waiting', source, date::date, base, quote, type, null
      from quarantine
      where source = code and status = 'pending' and is_doubtful(fault) and date between from_date::text and to_date::text
    ) it
    where coalesce(side, other) is null or base in (side, other, home_currency) and quote in (side, other, home_currency)
  ) it
  join sources on code = source
  order by date desc, source, base, quote, type
  limit 100
$$;
