-- The rates that rules require. Each place of the arrays is one request: a rule and its revision, the date D of the event, the pair, the side or
-- the chosen series, the period for a mean, an amount of the source currency and the decimals of an amount of the target. `known` restricts the answer to rates known at that instant; `at` is the instant
-- of the request.
-- Each request returns one row with the series used, the range of dates that the rule's word allows, and the rate found:
-- * `reason`: why there is no rate, or null. unpublished: the law leaves it to a bank or to no publisher. no_source: no source has the series.
--   not_loaded: no table of those dates is stored, or none of that type. not_quoted: the series has neither the pair nor a cross that the rule
--   allows. no_rate: none in the range of dates. before_history: the series begins later. stale: older than the cadence explains. left_table:
--   later tables omit the currency. expired: the validity has ended. quarantined: a rate of the range is held back. incomplete: a mean over part
--   of the period. no_period, no_side: the parameter is missing.
-- * `pending`: a table still to come may change or supply the answer; `pending_until` is when it is expected, null if `at` is past.
-- * `rate`: units of the target for one of the source. `converted`: the amount by converted_amount from `factor` and `divisor`.
-- * For a mean, `valid_from` and `valid_to` are its first and last date and `rates` their number.
-- * Where the law converts in two steps, the first rate gives an amount of `via`, and the second, in the `other_` columns, converts it. `reason`
--   is that of the second step if the first has none.
-- * `ordinary_date` and `ordinary_value` belong to the rate that an override of the rule replaced.
-- If a series does not quote the pair at that time, the rule's next series is tried; any other reason ends the search.
create or replace function applicable_rates(
  rule_ids text[], revisions integer[], days date[], sources text[], targets text[], sides text[], period_starts date[], period_ends date[],
  amounts numeric[], currency_decimals integer[], known timestamptz, at timestamptz)
returns table (
  n integer, reason text, pending boolean, pending_until timestamptz, publisher text, type text, via text, from_date date, to_date date,
  newest date, date date, base text, quote text, value numeric, other_base text, other_quote text, other_value numeric, rates bigint,
  valid_from date, valid_to date, rate numeric, method text, factor numeric, divisor numeric, converted numeric, publication_id bigint,
  ordinary_date date, ordinary_value numeric, other_date date, other_publication_id bigint)
language sql stable
as $$
  with requests as materialized (
    select n::integer, id, revision, d, source, target, coalesce(side, '') as side, period_from, period_to, amount, decimals
    from unnest(rule_ids, revisions, days, sources, targets, sides, period_starts, period_ends, amounts, currency_decimals)
      with ordinality it (id, revision, d, source, target, side, period_from, period_to, amount, decimals, n)
    order by id collate "C", source collate "C", target collate "C", d -- reads the index in its order
  ), used as materialized (
    select id, revision, stage, staged, staged ->> 'day' as word, coalesce(document ->> 'year_starts', '01-01') as year_starts,
      document #>> '{then,via}' as middle, document ->> 'carry_back' is not null as is_carried,
      document #>> '{override,day}' as other_word, (document #>> '{override,percent}')::numeric as percent, document #>> '{override,of}' is not null as is_of_other,
      (document #>> '{override,inclusive}')::boolean as is_inclusive, coalesce((document #>> '{override,from_day}')::integer, 1) as from_day,
      (document #>> '{rounding,rate,decimals}')::integer as rate_decimals, document #>> '{rounding,rate,mode}' as rate_mode,
      (document #>> '{rounding,amount,decimals}')::integer as amount_decimals, document #>> '{rounding,amount,mode}' as amount_mode
    from (select distinct id, revision from requests) it
    join rules using (id, revision)
    cross join lateral (select 1 as stage, document as staged union all select 2, document -> 'then' where document -> 'then' is not null) stages
  ), steps as materialized (
    select used.id, used.revision, used.stage, it.*,
      (select true from series where source = it.publisher and series.type = it.type and (known is null or series_known(source, base, quote, series.type, known)) limit 1) as is_stored
    from used
    cross join rule_series(staged) it
  ), publishers as materialized (
    select code, rate_types, cadence, ended, newest, publishing_weekdays(code, schedule, newest, known) as weekdays, timezone, (at at time zone timezone)::date as today,
      coalesce(publishes, '23:59')::time as publishes, case dated when 'effective' then 1 else 0 end as ahead,
      case cadence when 'daily' then 10 when 'weekly' then 17 when 'monthly' then 40 when 'quarterly' then 100 else 400 end as max_age
    from sources
    cross join lateral (
      select max(date) as newest from tables where source = code and (known is null or added_at is null or added_at <= known)
    ) it
    where code in (select publisher from steps)
  ), derivations as materialized (
    select pairs.id, pairs.revision, pairs.source, pairs.target, pairs.side, used.word, used.year_starts, used.stage, used.middle, used.is_carried,
      used.other_word, used.percent, used.is_of_other, used.is_inclusive, used.from_day,
      used.rate_decimals, used.rate_mode, used.amount_decimals, used.amount_mode, steps.place, steps.publisher, steps.type, steps.via, steps.is_choice, steps.is_stored, it.*,
      publishers.*, steps.type = any(rate_types) as is_published,
      (select array_agg(q.date::date)
       from quarantine q
       where q.source = steps.publisher and q.type = steps.type and q.date ~ '^\d{4}-\d\d-\d\d$'
         and (q.base = it.base and q.quote = it.quote or q.base = it.other_base and q.quote = it.other_quote)
         and case when known is null then q.status = 'pending' else q.detected_at <= known and (q.decided_at is null or q.decided_at > known) end) as held
    from (select distinct id, revision, source, target, side from requests) pairs
    join used using (id, revision)
    left join steps on steps.id = pairs.id and steps.revision = pairs.revision and steps.stage = used.stage
      and (steps.side is null or steps.side = pairs.side) and (steps.choice is null or pairs.side in ('', steps.choice))
    left join publishers on code = publisher
    left join lateral series_derivations(
      publisher, steps.type, via, case when used.stage = 2 then middle else pairs.source end,
      case when used.stage = 1 then coalesce(middle, pairs.target) else pairs.target end, known) it on true
  ), selected as (
    select requests.n, d, amount, decimals, part, part_word, bounds.*, last_date, derivations.*,
      found.date, found.value, found.other_value, found.valid_from, found.valid_to, found.publication_id, found.rates,
      case when bounds.is_average then ( -- a mean has the publication of its newest rate
        select publication_known(one, known)
        from rates one
        where one.source = publisher and one.base = derivations.base and one.quote = derivations.quote and one.type = derivations.type and one.date = found.date
      ) else found.publication_id end as publication_behind,
      case when bounds.is_newest then bounds.to_date else coalesce(found.date, bounds.from_date) end as until
    from requests
    full join derivations using (id, revision, source, target, side) -- a full join is never planned as a nested loop
    cross join lateral (
      select case when derivations.stage = 2 then 2 else 0 end as part, word as part_word
      union all
      select 1, other_word where other_word is not null and extract(day from d) >= from_day
    ) parts
    cross join lateral (select * from day_bounds(part_word, d, year_starts, cadence, period_from, period_to) offset 0) bounds -- calculated once
    cross join lateral (
      select case when bounds.skipped = 0 then bounds.to_date else ( -- skips tables, with or without the pair
        select tables.date
        from tables
        where source = publisher and tables.date <= bounds.to_date and (known is null or added_at is null or added_at <= known)
        order by tables.date desc
        offset bounds.skipped
        limit 1
      ) end as last_date
      offset 0 -- a function with a subquery as an argument is not inlined
    ) reached
    left join lateral select_rate(
      publisher, type, base, quote, other_base, other_quote, bounds.from_date, reached.last_date, bounds.is_newest,
      bounds.step, bounds.is_average, case when part_word in ('in_force', 'month_of', 'year_of') then d end, known) found on base is not null
    offset 0
  ), awaited as (
    select *, part_word in ('in_force', 'month_of', 'year_of') and valid_to < d as is_over,
      case when ended is null and until > newest
          and (part_word in ('in_force', 'previous_week', 'month_of', 'previous_month', 'year_of', 'published_average') and valid_to >= least(d, to_date)) is not true
          and (cadence = 'daily' or from_date = '-infinity' or date is null)
        then expected_table(newest, until, cadence, weekdays)
      end as expected,
      is_newest and not is_carried and cadence in ('daily', 'weekly') and date < last_date and date < newest
        and exists (select from tables where source = publisher and tables.date > selected.date and tables.date <= last_date)
        and ((select it.has_left from left_table(publisher, base, quote, type, date, last_date, publication_behind, known) it) or other_base is not null and exists (
          select
          from rates leg
          where leg.source = publisher and leg.type = selected.type
            and (leg.base = selected.base and leg.quote = selected.quote or leg.base = other_base and leg.quote = other_quote)
            and leg.date > selected.date and leg.date <= last_date and value_known(leg, known) is not null
        ))
        and not exists ( -- a currency that returns was absent because of a holiday
          select
          from rates one
          where one.source = publisher and one.base = selected.base and one.quote = selected.quote and one.type = selected.type
            and one.date > last_date and one.date <= selected.date + max_age and value_known(one, known) is not null
            and (other_base is null or exists (
              select
              from rates two
              where two.source = publisher and two.base = other_base and two.quote = other_quote and two.type = selected.type and two.date = one.date
                and value_known(two, known) is not null
            ))
        ) as has_left
    from selected
    offset 0 -- keeps the subqueries from being inlined and repeated
  ), assessed as (
    select *,
      case
        when publisher is null then 'no_side'
        when code is null and publisher in ('bank', 'none', 'authority', 'own') then 'unpublished'
        when is_published is not true then 'no_source'
        when newest is null or is_stored is null then 'not_loaded'
        when from_date is null or to_date is null then 'no_period'
        when base is null then
          case when exists ( -- only a table of that time shows what the publisher quoted
            select
            from tables
            where source = publisher and tables.date <= to_date and (known is null or added_at is null or added_at <= known)
              and tables.date >= case when from_date = '-infinity' then least(to_date, today) else least(from_date, today) end - max_age
          ) then 'not_quoted' else 'not_loaded' end
        when held is not null and exists (
          select
          from unnest(held) day
          where case when is_newest and not is_average then day > coalesce(date, from_date - 1) else day >= from_date end
            and case when is_newest then day <= to_date else day < coalesce(date, 'infinity') end
        ) then 'quarantined'
        when date is null then
          case when known is null and to_date < first_date then 'before_history' when until <= newest then 'no_rate' when until < today - max_age then 'not_loaded' end
        when is_average and (valid_from - from_date > max_age or least(to_date, today) - valid_to > max_age or has_left) then 'incomplete'
        when is_average then null
        when not is_newest then
          case
            when date - from_date <= max_age then null
            when exists (
              select
              from tables
              where source = publisher and tables.date between from_date and from_date + max_age and (known is null or added_at is null or added_at <= known)
            ) then 'no_rate'
            else 'not_loaded'
          end
        when from_date = '-infinity' and not is_carried and least(to_date, today) - date > max_age then
          case
            when exists (
              select
              from tables
              where source = publisher and tables.date > least(to_date, today) - max_age and tables.date <= to_date and (known is null or added_at is null or added_at <= known)
            ) then 'stale'
            when to_date < today then 'not_loaded'
          end
        when is_over then case when expected is null then 'expired' end
        when has_left then 'left_table'
      end as fault
    from awaited
    offset 0
  ), chosen as (
    select distinct on (n, part) *, (date is null or expected is not null) and fault is null as is_pending,
      fault is null and (
        expected is null or cadence = 'daily' and not is_average and is_over is not true and (from_date > '-infinity' or is_carried or least(to_date, today) - date <= max_age)) as has_figure
    from assessed
    order by n, part, (fault in ('not_quoted', 'stale', 'left_table') or is_choice and fault in ('unpublished', 'no_source', 'not_loaded')) is true,
      (fault = 'not_quoted') is true, place, fault is not null, is_straight desc
  ), figures as (
    select *, case when has_figure then value end as own_value, case when has_figure then other_value end as own_other_value, case when has_figure then date end as own_date,
      case when fault is null and has_figure then lead(case when fault is null and part = 1 and has_figure then value end) over following end as next_value,
      lead(date) over following as next_date, lead(publication_id) over following as next_publication,
      lead(case when part = 2 then jsonb_build_object('fault', fault, 'is_pending', is_pending, 'value', case when has_figure then value end, 'base', base, 'quote', quote,
        'is_straight', is_straight, 'date', date, 'publication_id', publication_id,
        'publisher', publisher, 'type', type, 'from_date', from_date, 'to_date', to_date, 'newest', newest) end) over following as second,
      case when is_pending and (cadence <> 'weekly' or cardinality(weekdays) = 1) then
        (coalesce(expected - case when cadence = 'daily' then ahead else -1 end, to_date + 1) + case when cadence = 'daily' then publishes else '00:00' end) at time zone timezone
      end as due
    from chosen
    window following as (partition by n order by part)
  )
  select n, coalesce(fault, second ->> 'fault'), is_pending or coalesce((second ->> 'is_pending')::boolean, false), case when due > at and due < 'infinity' then due end,
    case when is_second then second ->> 'publisher' else publisher end, case when is_second then second ->> 'type' else type end, coalesce(via, middle),
    case when is_second then (second ->> 'from_date')::date else from_date end, case when is_second then (second ->> 'to_date')::date else to_date end,
    case when is_second then (second ->> 'newest')::date else newest end, it.date, base, quote, it.value,
    coalesce(other_base, second ->> 'base'), coalesce(other_quote, second ->> 'quote'), other.value, rates, valid_from, valid_to, legs.rate, legs.method,
    factor, divisor, converted_amount(amount, factor, divisor, amount_decimals, amount_mode, decimals), it.publication_id,
    case when is_replaced then own_date end, case when is_replaced then own_value end,
    case when is_whole then (second ->> 'date')::date end, case when is_whole then (second ->> 'publication_id')::bigint end
  from figures
  cross join lateral (
    select coalesce(case when is_inclusive then change >= percent else change > percent end, false) as is_replaced,
      second is null or own_value is not null and second ->> 'value' is not null as is_whole,
      fault is null and second ->> 'fault' is not null as is_second -- only the rate of the second step is missing
    from (select abs(case when is_of_other then own_value / next_value else next_value / own_value end - 1) * 100 as change) compared
  ) decided
  cross join lateral (
    select case when is_replaced then next_date else own_date end as date, case when is_replaced then next_publication else figures.publication_id end as publication_id,
      case when is_whole then round_as(case when is_replaced then next_value else own_value end, rate_decimals, rate_mode) end as value
    offset 0
  ) it
  cross join lateral (
    select case when is_whole then coalesce(own_other_value, (second ->> 'value')::numeric) end as value,
      coalesce(is_other_straight, (second ->> 'is_straight')::boolean) as is_straight
    offset 0
  ) other
  left join lateral rate_of_legs(null, it.value, figures.is_straight, other.value, other.is_straight) legs on it.value is not null
  cross join lateral (
    select case when figures.is_straight then it.value else 1 end * case when other.is_straight then other.value else 1 end as factor,
      case when figures.is_straight then 1 else it.value end * case when other.is_straight is false then other.value else 1 end as divisor
    offset 0
  ) parts
  where part = 0
$$;
