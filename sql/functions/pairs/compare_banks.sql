-- A pair at every bank that has it (see compare_pair), by code. Every row has the statistics of all of them (see compare_stats): `stats`
-- covers the rates that are not stale, and `groups` those of each group.
create or replace function compare_banks(source_currency text, target_currency text, today date, wanted_type text default null)
returns table (
  code text, name text, rate numeric, rate_date date, rate_type text, derived boolean, method text, stale boolean, valid_from date,
  valid_to date,
  kind text, "group" text, printed_value numeric, printed_unit json, note text, stats json, groups json)
language sql stable parallel safe
as $$
  with compared as materialized (
    select * from compare_pair(source_currency, target_currency, today, wanted_type)
  ), groups as (
    select json_agg(json_build_object('group', "group", 'min', min, 'max', max, 'median', median, 'spread_bps', spread_bps,
      'banks_in_stats', banks_in_stats)
      order by array_position(array['daily', 'sides', 'commercial', 'periods', 'older'], "group")) as groups
    from (select "group", array_agg(rate) as rates from compared where "group" <> 'stale' group by "group") grouped
    cross join lateral compare_stats(rates) it
  )
  select code, name, as_written(rate, derived), rate_date, rate_type, derived, method, stale, valid_from, valid_to, kind, "group", printed_value, printed_unit, note,
    to_json(it),
    coalesce(groups, '[]')
  from compared
  cross join compare_stats(array(select rate from compared where not stale)) it
  cross join groups
$$;
