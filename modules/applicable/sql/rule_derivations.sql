-- How the series that rules name give the rates of some pairs: for each distinct request of the arrays (see applicable_rates) one row for
-- each series and each derivation of the pair from it (see series_derivations), with the terms of the rule and the publisher. `place` is
-- the position of the series in the rule, and `stage` is 2 for the second step of a law that converts in two. A series that does not quote
-- the pair has one row without `base`; a rule without a series for the side has one without `publisher`. `quarantined` has the dates with a
-- rate in quarantine, and `unread` the dates for which a table may exist that no run could read. `is_stored` is null for a series without
-- any stored rate. A rate is stale after `max_age` days.
create or replace function rule_derivations(
  rule_ids text[], revisions integer[], sources text[], targets text[], sides text[], known timestamptz, at timestamptz)
returns table (
  id text, revision integer, source text, target text, side text, stage integer, word text, year_starts text, middle text,
  is_carried boolean, other_word text, percent numeric, is_of_other boolean, is_inclusive boolean, from_day integer,
  rate_decimals integer, rate_mode text, amount_decimals integer, amount_mode text,
  place integer, publisher text, type text, via text, is_choice boolean, is_stored boolean,
  base text, quote text, is_direct boolean, other_base text, other_quote text, is_other_direct boolean, first_date date,
  code text, cadence text, ended date, newest date, weekdays integer[], timezone text, today date, publishes time, ahead integer,
  max_age integer, is_published boolean, quarantined date[], unread date[])
language sql stable
as $$
  with pairs as materialized (
    select distinct id, revision, source, target, coalesce(side, '') as side
    from unnest(rule_ids, revisions, sources, targets, sides) request (id, revision, source, target, side)
  ), used as materialized (
    select id, revision, stage, staged, staged ->> 'day' as word, coalesce(document ->> 'year_starts', '01-01') as year_starts,
      document #>> '{then,via}' as middle, document ->> 'carry_back' is not null as is_carried, document #>> '{override,day}' as other_word,
      (document #>> '{override,percent}')::numeric as percent, document #>> '{override,of}' is not null as is_of_other,
      (document #>> '{override,inclusive}')::boolean as is_inclusive,
      coalesce((document #>> '{override,from_day}')::integer, 1) as from_day,
      (document #>> '{rounding,rate,decimals}')::integer as rate_decimals, document #>> '{rounding,rate,mode}' as rate_mode,
      (document #>> '{rounding,amount,decimals}')::integer as amount_decimals, document #>> '{rounding,amount,mode}' as amount_mode
    from (select distinct id, revision from pairs) requested
    join rules using (id, revision)
    cross join lateral (
      select 1 as stage, document as staged
      union all
      select 2, document -> 'then' where document -> 'then' is not null
    ) stages
  ), steps as materialized (
    select used.id, used.revision, used.stage, named.*, (
      select true
      from series
      where source = named.publisher and series.type = named.type
        and (known is null or series_known(source, base, quote, series.type, known))
      limit 1
    ) as is_stored
    from used
    cross join rule_series(staged) named
  ), publishers as materialized (
    select code, rate_types, cadence, ended, newest, publishing_weekdays(code, schedule, newest, known) as weekdays, timezone,
      (at at time zone timezone)::date as today, coalesce(publishes, '23:59')::time as publishes,
      case dated when 'effective' then 1 else 0 end as ahead,
      case cadence when 'daily' then 10 when 'weekly' then 17 when 'monthly' then 40 when 'quarterly' then 100 else 400 end as max_age,
      array(select unread_dates(code, '-infinity', 'infinity', known)) as unread
    from sources
    cross join lateral (
      select max(date) as newest from tables where source = code and (known is null or added_at is null or added_at <= known)
    ) stored
    where code in (select publisher from steps)
  )
  select pairs.id, pairs.revision, pairs.source, pairs.target, pairs.side, used.stage, used.word, used.year_starts, used.middle,
    used.is_carried, used.other_word, used.percent, used.is_of_other, used.is_inclusive, used.from_day, used.rate_decimals, used.rate_mode,
    used.amount_decimals, used.amount_mode, steps.place, steps.publisher, steps.type, steps.via, steps.is_choice, steps.is_stored,
    derivation.base, derivation.quote, derivation.is_direct, derivation.other_base, derivation.other_quote, derivation.is_other_direct,
    derivation.first_date,
    code, cadence, ended, newest, weekdays, timezone, today, publishes, ahead, max_age, steps.type = any(rate_types), (
      select array_agg(q.date::date)
      from quarantine q
      where q.source = steps.publisher and q.type = steps.type and q.date ~ '^\d{4}-\d\d-\d\d$'
        and (q.base = derivation.base and q.quote = derivation.quote or q.base = derivation.other_base and q.quote = derivation.other_quote)
        and case
          when known is null then q.status = 'pending'
          else q.detected_at <= known and (q.decided_at is null or q.decided_at > known)
        end
    ), unread
  from pairs
  join used using (id, revision)
  left join steps on steps.id = pairs.id and steps.revision = pairs.revision and steps.stage = used.stage
    and (steps.side is null or steps.side = pairs.side) and (steps.choice is null or pairs.side in ('', steps.choice))
  left join publishers on code = publisher
  left join lateral series_derivations(
    publisher, steps.type, via, case when used.stage = 2 then middle else pairs.source end,
    case when used.stage = 1 then coalesce(middle, pairs.target) else pairs.target end, known) derivation on true
$$;
