-- The rates of candidate_rates, each with its `fault`: the reason why it can't be the answer (see applicable_rates), or null. `expected` is
-- the date of a future table that may change or supply the answer. `is_over`: the printed validity of the rate has ended.
create or replace function assessed_rates(
  rule_ids text[], revisions integer[], days date[], sources text[], targets text[], sides text[], period_starts date[], period_ends date[],
  amounts numeric[], currency_decimals integer[], known timestamptz, at timestamptz)
returns table (
  n integer, amount numeric, decimals integer, part integer, from_date date, to_date date, is_average boolean, middle text,
  is_carried boolean, percent numeric, is_of_other boolean, is_inclusive boolean, rate_decimals integer, rate_mode text,
  amount_decimals integer, amount_mode text, place integer, publisher text, type text, via text, is_choice boolean,
  base text, quote text, is_direct boolean, other_base text, other_quote text, is_other_direct boolean,
  cadence text, newest date, weekdays integer[], timezone text, today date, publishes time,
  ahead integer, max_age integer, date date, value numeric, other_value numeric, valid_from date, valid_to date, publication_id bigint,
  rates bigint, expected date, is_over boolean, fault text)
language sql stable
as $$
  with selected as (
    select *
    from candidate_rates(
      rule_ids, revisions, days, sources, targets, sides, period_starts, period_ends, amounts, currency_decimals, known, at)
    offset 0
  ), awaited as (
    select *, part_word in ('in_force', 'month_of', 'year_of') and valid_to < d as is_over,
      case when ended is null and until > newest
          and (
            part_word in ('in_force', 'previous_week', 'month_of', 'previous_month', 'year_of', 'published_average')
            and valid_to >= least(d, to_date)) is not true
          and (cadence = 'daily' or from_date = '-infinity' or date is null)
        then expected_table(newest, until, cadence, weekdays)
      end as expected,
      is_newest and not is_carried and cadence in ('daily', 'weekly') and date < last_date and date < newest
        and exists (select from tables where source = publisher and tables.date > selected.date and tables.date <= last_date)
        and (
          (select omission.has_left from left_table(publisher, base, quote, type, date, last_date, publication_behind, known) omission)
          or other_base is not null and exists (
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
              where two.source = publisher and two.base = other_base and two.quote = other_quote and two.type = selected.type
                and two.date = one.date and value_known(two, known) is not null
            ))
        ) as has_left
    from selected
    cross join lateral ( -- the days on which a rate would change the answer
      select case when is_newest and not is_average then coalesce(date + 1, from_date) else from_date end as first_day,
        case when is_newest then to_date else coalesce(date - 1, 'infinity') end as last_day
    ) decisive
    offset 0 -- keeps the subqueries from being inlined and repeated
  )
  select n, amount, decimals, part, from_date, to_date, is_average, middle, is_carried, percent, is_of_other, is_inclusive,
    rate_decimals, rate_mode, amount_decimals, amount_mode, place, publisher, type, via, is_choice, base, quote, is_direct,
    other_base, other_quote, is_other_direct, cadence, newest, weekdays, timezone, today, publishes, ahead, max_age, date, value,
    other_value, valid_from, valid_to, publication_id, rates, expected, is_over,
    case
      when publisher is null then 'no_side'
      when code is null and publisher in ('bank', 'none', 'authority', 'own') then 'unpublished'
      when is_published is not true then 'no_source'
      when newest is null or is_stored is null then 'not_loaded'
      when from_date is null or to_date is null then 'no_period'
      when base is null then
        case when exists ( -- only a table from that time shows the currencies that the publisher quoted
          select
          from tables
          where source = publisher and tables.date <= to_date and (known is null or added_at is null or added_at <= known)
            and tables.date >= case when from_date = '-infinity' then least(to_date, today) else least(from_date, today) end - max_age
        ) then 'not_quoted' else 'not_loaded' end
      when quarantined is not null and exists (
        select from unnest(quarantined) day where day between first_day and last_day
      ) then 'quarantined'
      when expected is null and (valid_to >= least(d, to_date)) is not true and first_day > '-infinity' and exists (
        select from unnest(unread) day where day between first_day and last_day
      ) then 'unread'
      when date is null then
        case
          when known is null and to_date < first_date then 'before_history'
          when until <= newest then 'no_rate'
          when until < today - max_age then 'not_loaded'
        end
      when is_average and (valid_from - from_date > max_age or least(to_date, today) - valid_to > max_age or has_left) then 'incomplete'
      when is_average then null
      when not is_newest then
        case
          when date - from_date <= max_age then null
          when exists (
            select
            from tables
            where source = publisher and tables.date between from_date and from_date + max_age
              and (known is null or added_at is null or added_at <= known)
          ) then 'no_rate'
          else 'not_loaded'
        end
      when from_date = '-infinity' and not is_carried and least(to_date, today) - date > max_age then
        case
          when exists (
            select
            from tables
            where source = publisher and tables.date > least(to_date, today) - max_age and tables.date <= to_date
              and (known is null or added_at is null or added_at <= known)
          ) then 'stale'
          when to_date < today then 'not_loaded'
        end
      when is_over then case when expected is null then 'expired' end
      when has_left then 'left_table'
    end
  from awaited
  offset 0
$$;
