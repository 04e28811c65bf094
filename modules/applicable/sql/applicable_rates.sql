-- The rates that rules require. Each place of the arrays is one request: a rule and its revision, the date D of the event, the pair, the
-- side or the chosen series, the period for a mean, an amount of the source currency and the decimals of an amount of the target. `known`
-- restricts the answer to rates known at that instant; `at` is the instant of the request.
-- rule_derivations finds the series that can give the rates, candidate_rates takes the rate of each, and assessed_rates says what speaks
-- against it. This function chooses one and converts the amount.
-- Each request returns one row with the series used, the range of dates that the rule's word allows, and the rate found:
-- * `reason`: why there is no rate, or null. unpublished: the law leaves it to a bank or to no publisher. no_source: no source has the
--   series. not_loaded: no table of those dates is stored, or none of that type. not_quoted: the series has neither the pair nor a cross
--   that the rule allows. no_rate: none in the range of dates. before_history: the series begins later. stale: older than the cadence
--   explains. left_table: later tables omit the currency. expired: the validity has ended. quarantined: a rate of the range is held back.
--   unread: no run could read the days between the rate and the last one of the range. incomplete: a mean over part of the period.
--   no_period, no_side: the parameter is missing.
-- * `pending`: a table still to come may change or supply the answer; `pending_until` is when it is expected, null if `at` is past.
-- * `rate`: units of the target for one of the source. `converted`: the amount by converted_amount from `factor` and `divisor`.
-- * For a mean, `valid_from` and `valid_to` are its first and last date and `rates` their number.
-- * Where the law converts in two steps, the first rate gives an amount of `via`, and the second, in the `other_` columns, converts it.
--   `reason` is that of the second step if the first has none.
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
  with assessed as (
    select *
    from assessed_rates(
      rule_ids, revisions, days, sources, targets, sides, period_starts, period_ends, amounts, currency_decimals, known, at)
    offset 0
  ), chosen as (
    select distinct on (n, part) *, (date is null or expected is not null) and fault is null as is_pending,
      fault is null and (
        expected is null
        or cadence = 'daily' and not is_average and is_over is not true
          and (from_date > '-infinity' or is_carried or least(to_date, today) - date <= max_age)) as has_figure
    from assessed
    order by n, part, (fault in ('not_quoted', 'stale', 'left_table') or is_choice
      and fault in ('unpublished', 'no_source', 'not_loaded')) is true,
      (fault = 'not_quoted') is true, place, fault is not null, is_direct desc
  ), figures as (
    select *, case when has_figure then value end as own_value, case when has_figure then other_value end as own_other_value, case
      when has_figure then date end as own_date,
      case when fault is null and has_figure then lead(case when fault is null and part = 1 and has_figure then value end)
        over following end as next_value,
      lead(date) over following as next_date, lead(publication_id) over following as next_publication,
      lead(case when part = 2 then jsonb_build_object('fault', fault, 'is_pending', is_pending, 'value', case when has_figure
        then value end, 'base', base, 'quote', quote,
        'is_direct', is_direct, 'date', date, 'publication_id', publication_id,
        'publisher', publisher, 'type', type, 'from_date', from_date, 'to_date', to_date, 'newest', newest) end) over following as second,
      case when is_pending and (cadence <> 'weekly' or cardinality(weekdays) = 1) then
        (coalesce(expected - case when cadence = 'daily' then ahead else -1 end, to_date + 1) + case when cadence = 'daily' then publishes
          else '00:00' end) at time zone timezone
      end as due
    from chosen
    window following as (partition by n order by part)
  )
  select n, coalesce(fault, second ->> 'fault'), is_pending or coalesce((second ->> 'is_pending')::boolean, false), case when due > at
    and due < 'infinity' then due end,
    case when is_second then second ->> 'publisher' else publisher end, case when is_second then second ->> 'type'
      else type end, coalesce(via, middle),
    case when is_second then (second ->> 'from_date')::date else from_date end, case when is_second then (second ->> 'to_date')::date
      else to_date end,
    case when is_second then (second ->> 'newest')::date else newest end, applied.date, base, quote, applied.value,
    coalesce(other_base, second ->> 'base'), coalesce(other_quote, second ->> 'quote'), other.value, rates, valid_from, valid_to, legs.rate,
    legs.method,
    factor, divisor, converted_amount(amount, factor, divisor, amount_decimals, amount_mode, decimals), applied.publication_id,
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
    select case when is_replaced then next_date else own_date end as date, case when is_replaced then next_publication
      else figures.publication_id end as publication_id,
      case when is_whole then round_as(case when is_replaced then next_value else own_value end, rate_decimals, rate_mode) end as value
    offset 0
  ) applied
  cross join lateral (
    select case when is_whole then coalesce(own_other_value, (second ->> 'value')::numeric) end as value,
      coalesce(is_other_direct, (second ->> 'is_direct')::boolean) as is_direct
    offset 0
  ) other
  left join lateral rate_of_legs(applied.value, figures.is_direct, other.value, other.is_direct) legs on applied.value is not null
  cross join lateral (
    select case when figures.is_direct then applied.value else 1 end * case when other.is_direct then other.value else 1 end as factor,
      case when figures.is_direct then 1 else applied.value end * case when other.is_direct is false then other.value else 1 end as divisor
    offset 0
  ) parts
  where part = 0
$$;
