-- Compares the tables of every active source with its identity, over the thirty days, plus its period if longer, up to a date: the number
-- of tables, the rate types, the number of currencies besides its own, and the median local time of arrival. `faults` names the
-- differences. Tables that arrived more than five days after their date do not count for the time.
create or replace function identity_check(until date)
returns table (code text, verified text, cadence text, tables bigint, types text[], currencies bigint, publishes text, arrives text,
  faults text[])
language sql stable
as $$
  select code, verified, cadence, had, types, currencies, publishes, to_char(arrives, 'HH24:MI'),
    case when had = 0 then array['no table'] else array_remove(array[
      case when had not between least_tables and most_tables then 'cadence: ' || cadence || ', but ' || had || ' tables' end,
      case when not types <@ rate_types then 'types: not in the identity: '
        || array_to_string(array(select unnest(types) except select unnest(rate_types) order by 1), ', ') end,
      case when not rate_types <@ types then 'types: never seen: '
        || array_to_string(array(select unnest(rate_types) except select unnest(types) order by 1), ', ') end,
      case when currencies = 0 then 'currencies: none but its own' end,
      case when arrives not between publishes::time - interval '15 minutes' and publishes::time + interval '4 hours'
        then 'hours: arrives at ' || to_char(arrives, 'HH24:MI') || ', not at ' || publishes end
    ], null) end
  from sources
  join (values ('daily', 0, 10, 32), ('weekly', 0, 3, 32), ('monthly', 31, 1, 6), ('quarterly', 92, 1, 3),
    ('yearly', 366, 1, 4)) usual(cadence, period, least_tables, most_tables) using (cadence)
  cross join lateral (select until - 30 - period as since) window_start
  cross join lateral (
    select count(*) as had,
      percentile_disc(0.5) within group (order by (added_at at time zone timezone)::time)
        filter (where abs(added_at::date - date) <= 5) as arrives
    from tables
    where source = code and date > since and date <= until
  ) recent
  cross join lateral (
    select coalesce(array_agg(distinct type), '{}') as types,
      count(distinct currency) filter (where currency <> home_currency) as currencies
    from series, unnest(array[base, quote]) currency
    where source = code and last_date > since and first_date <= until
  ) published
  where active and ended is null and verified is not null
  order by had = 0, code
$$;
