-- A currency with its first and last day, its redenominations, pegs and regimes of several rates, ascending, and the sources that quote it
-- (see sources_of_currency). No row for an unknown code.
create or replace function currency_profile(of_code text)
returns table (code text, name text, first_date date, last_date date, successor text, redenominations json, pegs json, regimes json,
  sources json)
language sql stable parallel safe
as $$
  select code, name, first_date, last_date, successor,
    (select coalesce(json_agg(json_build_object('former', changeover.former, 'successor', changeover.successor, 'date', changeover.date,
      'ratio', changeover.ratio::text, 'source', changeover.source)
      order by changeover.date, changeover.former, changeover.successor), '[]')
     from redenominations changeover
     where of_code in (changeover.former, changeover.successor)),
    (select coalesce(json_agg(json_build_object('anchor', anchor, 'rate', rate::text, 'band', band, 'since', since, 'until', until,
      'authority', authority, 'verified', verified) order by since), '[]')
     from pegs where currency = of_code),
    (select coalesce(json_agg(json_build_object('since', since, 'until', until, 'note', note, 'verified', verified) order by since), '[]')
     from regimes where currency = of_code),
    (select coalesce(json_agg(json_build_object('bank', quoting.code, 'name', quoting.name, 'base', base, 'quote', quote,
      'first_date', quoting.first_date, 'last_date', quoting.last_date)), '[]')
     from sources_of_currency(of_code) quoting)
  from currencies
  where code = of_code
$$;
