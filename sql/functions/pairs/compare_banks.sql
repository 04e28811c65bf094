-- A pair at every bank that has it, with `wanted` on that date (see compare_pair), by code; no row if none has. The first row has the
-- newest date and the number of rates, the statistics (see compare_stats) of the rates that are not stale, those of each group, and the
-- notes on the currencies in the thirty days up to the date (see currency_notes), with the doubts of the rates and what is missing between
-- each rate and the date (see doubt_notes).
create or replace function compare_banks(
  source_currency text, target_currency text, today date, wanted_type text default null, wanted date default null)
returns table (
  as_of date, count bigint, stats json, groups json, notes json,
  code text, name text, rate numeric, rate_date date, rate_type text, derived boolean, method text, stale boolean, valid_from date,
  valid_to date, kind text, "group" text, printed_value numeric, printed_unit json, note text)
language sql stable parallel safe
as $$
  with compared as materialized (
    select * from compare_pair(source_currency, target_currency, today, wanted_type, wanted)
  ), sources as materialized (
    select array_agg(code) as codes, array_agg(source_currency) as sides, array_agg(target_currency) as others,
      array_agg(rate_date) as dates, array_agg(greatest(rate_date, coalesce(wanted, today))) as until
    from compared
  ), head as materialized (
    select
      (select max(rate_date) from compared) as as_of,
      (select count(*) from compared) as count,
      (select to_json(overall) from compare_stats(array(select rate from compared where not stale)) overall
        where banks_in_stats > 0) as stats,
      (select coalesce(json_agg(json_build_object('group', "group", 'min', min, 'max', max, 'median', median, 'spread_bps', spread_bps,
         'banks_in_stats', banks_in_stats)
         order by array_position(array['daily', 'sides', 'commercial', 'periods', 'older'], "group")), '[]')
       from (select "group", array_agg(rate) as rates from compared where "group" <> 'stale' group by "group") grouped
       cross join lateral compare_stats(rates) of_group) as groups,
      (select json_agg(noted)
       from (
         select * from currency_notes(
           array[source_currency, target_currency], coalesce(wanted, today) - 30, coalesce(wanted, today))
         union all
         select doubts.* from sources cross join lateral doubt_notes(codes, sides, others, dates, until) doubts
       ) noted) as notes
  )
  select case when is_first then as_of end, case when is_first then head.count end, case when is_first then stats end,
    case when is_first then groups end, case when is_first then notes end,
    code, name, as_written(rate, derived), rate_date, rate_type, derived, method, stale, valid_from, valid_to, kind, "group",
    printed_value, printed_unit, note
  from (select *, row_number() over (order by code) = 1 as is_first from compared) rows
  left join head on is_first
  order by code
$$;
