-- The histories of several pairs, each at one source (see pair_history), as written out; with `unit` by week, month, quarter or year (see
-- pair_periods), or `restated` in today's currencies (see restated_history). In the order of the arrays, each ascending from its own first
-- date. The series are read one after another, so that the first rows come early. With `fill_until`, each has a row for every calendar day
-- up to then (see filled_pair_history), and `table_date` is that of the table behind it.
create or replace function series_rates(
  banks text[], bases text[], quotes text[], first_dates date[], until date, wanted_type text default null, known timestamptz default null,
  unit text default null, stat text default null, digits integer default null, restated boolean default false,
  fill_until date default null)
returns table (
  place bigint, bank text, base text, quote text, date date, type text, value numeric, derived boolean, method text,
  days bigint, first_date date, last_date date, partial boolean, ratio numeric, printed_value numeric, printed_unit json, note text,
  table_date date, filled boolean)
language sql stable parallel safe
as $$
  select wanted.place, wanted.bank, coalesce(history.today, wanted.base), coalesce(history.other_today, wanted.quote), history.date,
    history.type, history.value,
    history.derived, history.method, history.days, history.first_date, history.last_date, history.partial, history.ratio,
    history.printed_value, history.printed_unit, history.note,
    history.table_date, history.table_date < history.date
  from (
    select *
    from unnest(banks, bases, quotes, first_dates) with ordinality wanted (bank, base, quote, since, place)
    order by place
  ) wanted
  cross join lateral (
    select date, rate_type, as_written(rate, derived), derived, method, null::bigint, null::date, null::date, null::boolean, null::numeric,
      null, null, printed_value, printed_unit, note, date
    from pair_history(wanted.bank, wanted.base, wanted.quote, wanted.since, until, wanted_type, known)
    where unit is null and not restated and fill_until is null
    union all
    select day, rate_type, as_written(rate, derived), derived, method, null, null, null, null, null,
      null, null, printed_value, printed_unit, note, date
    from filled_pair_history(wanted.bank, wanted.base, wanted.quote, wanted.since, until, wanted_type, known, fill_until)
    where unit is null and not restated and fill_until is not null
    union all
    select date, rate_type, as_written(rate, derived), derived, method, null, null, null, null, ratio, base, quote, null, null, null, null
    from restated_history(wanted.bank, wanted.base, wanted.quote, wanted.since, until, wanted_type, known)
    where unit is null and restated
    union all
    select period, type, value, true, stat, days, first_date, last_date, partial, null, null, null, null, null, null, null
    from pair_periods(wanted.bank, wanted.base, wanted.quote, wanted.since, until, wanted_type, known, unit, stat, digits)
    where unit is not null
  ) history (date, type, value, derived, method, days, first_date, last_date, partial, ratio,
    today, other_today, printed_value, printed_unit, note, table_date)
  order by wanted.place, history.date, history.type
$$;
