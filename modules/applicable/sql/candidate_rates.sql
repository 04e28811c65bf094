-- The rate of each request (see applicable_rates) by each derivation of its pair (see rule_derivations); no `value` if there is none.
-- `part` is 0 for the day word of the rule, 1 for that of its override and 2 for the second step. The word allows the dates from
-- `from_date` to `to_date`; `last_date` is the last of them after skipped tables, and a table up to the day `until` can change the answer.
-- `publication_behind` is the publication of the rate; for a mean, that of its newest rate.
create or replace function candidate_rates(
  rule_ids text[], revisions integer[], days date[], sources text[], targets text[], sides text[], period_starts date[], period_ends date[],
  amounts numeric[], currency_decimals integer[], known timestamptz, at timestamptz)
returns table (
  n integer, d date, amount numeric, decimals integer, part integer, part_word text, from_date date, to_date date, is_newest boolean,
  is_average boolean, last_date date, middle text, is_carried boolean, percent numeric, is_of_other boolean, is_inclusive boolean,
  rate_decimals integer, rate_mode text, amount_decimals integer, amount_mode text, place integer, publisher text, type text, via text,
  is_choice boolean, is_stored boolean, base text, quote text, is_direct boolean, other_base text, other_quote text,
  is_other_direct boolean, first_date date, code text, cadence text, ended date, newest date, weekdays integer[], timezone text,
  today date, publishes time, ahead integer, max_age integer, is_published boolean, quarantined date[], unread date[],
  date date, value numeric, other_value numeric,
  valid_from date, valid_to date, publication_id bigint, rates bigint, publication_behind bigint, until date)
language sql stable
as $$
  with requests as materialized (
    select n::integer, id, revision, d, source, target, coalesce(side, '') as side, period_from, period_to, amount, decimals
    from unnest(rule_ids, revisions, days, sources, targets, sides, period_starts, period_ends, amounts, currency_decimals)
      with ordinality request (id, revision, d, source, target, side, period_from, period_to, amount, decimals, n)
    order by id collate "C", source collate "C", target collate "C", d -- reads the index in its order
  ), derivations as materialized (
    select * from rule_derivations(rule_ids, revisions, sources, targets, sides, known, at)
  )
  select requests.n, d, amount, decimals, part, part_word, bounds.from_date, bounds.to_date, bounds.is_newest, bounds.is_average, last_date,
    middle, is_carried, percent, is_of_other, is_inclusive, rate_decimals, rate_mode, amount_decimals, amount_mode, place, publisher, type,
    via, is_choice, is_stored, base, quote, is_direct, other_base, other_quote, is_other_direct, first_date, code, cadence, ended,
    newest, weekdays, timezone, today, publishes, ahead, max_age, is_published, quarantined, unread,
    found.date, found.value, found.other_value, found.valid_from, found.valid_to, found.publication_id, found.rates,
    case when bounds.is_average then (
      select publication_known(one, known)
      from rates one
      where one.source = publisher and one.base = derivations.base and one.quote = derivations.quote and one.type = derivations.type
        and one.date = found.date
    ) else found.publication_id end,
    case when bounds.is_newest then bounds.to_date else coalesce(found.date, bounds.from_date) end
  from requests
  full join derivations using (id, revision, source, target, side) -- a full join is never planned as a nested loop
  cross join lateral (
    select case when stage = 2 then 2 else 0 end as part, word as part_word
    union all
    select 1, other_word where other_word is not null and extract(day from d) >= from_day
  ) parts
  cross join lateral (
    select * from day_bounds(part_word, d, year_starts, cadence, period_from, period_to) offset 0 -- calculated once
  ) bounds
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
$$;
