-- Holds back new tables whose date does not fit the source:
-- * the table falls on a weekday on which the source has no other table within 400 days and its schedule expects none. To say so takes twelve others
--   within 31 days if tables are dated by the day on which they take effect. If fewer than five tables are stored,
--   the tables of the document itself count too. A weekday on which the document has more than three tables is not odd, or, where a stored day
--   between its days is missing from it, more than three within 400 days;
-- * the source publishes monthly or less often, all its other tables are of the first day of a month, or all of the last, and this one is not.
--   To say so takes three other tables, or twelve if the source is not monthly;
-- * the source dates its tables by the month or the year that they cover, and this one is dated neither the first nor the last day of a month;
-- * the document ends before the last day of an earlier answer to the same request.
create or replace function check_dates(source_code text, loaded_publication bigint)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  is_frequent boolean;
  is_made boolean;
  is_period boolean;
  enough integer; -- tables to learn from: a day on which rates take effect says less, and amendments of a quarter's rates are of any day
  weekdays integer[]; -- on which the schedule expects a table
  given_until date;
  ends_on date;
begin
  select cadence in ('daily', 'weekly'), cadence = 'daily' and dated = 'made', dated = 'period', case when cadence = 'monthly' then 3 else 12 end, scheduled_weekdays(schedule)
  into is_frequent, is_made, is_period, enough, weekdays
  from sources
  where code = source_code;
  select max(date) into ends_on from staged_rates;
  select earlier.to_date into given_until
  from publications loaded
  join publications earlier using (source, request_key)
  where loaded.id = loaded_publication and earlier.id <> loaded.id and earlier.last_fetched_at <= loaded.last_fetched_at and earlier.to_date is not null
  order by earlier.last_fetched_at desc
  limit 1;

  with staged as materialized (
    select *, count(*) over (partition by weekday) as alike,
      count(*) over (partition by weekday order by date range between interval '400 days' preceding and interval '400 days' following) as alike_near,
      count(*) over around as near, count(*) over () as total,
      count(*) filter (where is_first) over () as firsts, count(*) filter (where is_last) over () as lasts
    from (
      select date, extract(isodow from date)::integer as weekday, extract(day from date) = 1 as is_first, extract(day from date + 1) = 1 as is_last,
        bool_or(fresh and former is null and reason is null) as is_new
      from staged_rates
      group by date
    ) it
    window around as (order by date range between interval '31 days' preceding and interval '31 days' following)
  ), stored as materialized (
    select date, extract(isodow from date)::integer as weekday, extract(day from date) = 1 as is_first, extract(day from date + 1) = 1 as is_last, staged.date is not null as is_staged
    from tables
    left join staged using (date)
    where source = source_code
  ), document as materialized (
    select exists (select from stored where not is_staged and stored.date between (select min(date) from staged) and ends_on) as lacks_day
  ), odd as materialized (
    select staged.*
    from staged
    cross join document
    where is_new
      and (ends_on < given_until or case when is_frequent then (alike <= 3 or alike_near <= 3 and lacks_day) and weekday - 1 <> all(weekdays) else not is_first or not is_last end)
      and date not in (select date from stored)
  ), misfits as materialized (
    select odd.date, case
      when is_frequent and (known_near >= enough or is_made) and on_weekday = 0 then format('is dated a %s, but %s', trim(to_char(odd.date, 'Day')), case known when 0 then 'the schedule expects no table then' when 1 then 'the only other table is not' else format('none of the %s other tables is', known) end)
      when not is_frequent and is_period and not is_first and not is_last then 'is dated neither the first nor the last day of a month'
      when not is_frequent and known >= enough and all_first and not is_first then format('is not dated the first day of a month, but all %s other tables are', known)
      when not is_frequent and known >= enough and all_last and not is_last then format('is not dated the last day of a month, but all %s other tables are', known)
      when ends_on < given_until then format('is in a document that ends on %s, but an earlier answer to the same request ended on %s', ends_on, given_until)
    end as reason
    from odd
    cross join lateral (select count(*) < 5 as is_few from stored where date between odd.date - 400 and odd.date + 400) it
    -- What is stored, and where that is little, all of the document's other tables.
    cross join lateral (
      select count(*) + case when is_few then total - 1 else 0 end as known,
        count(*) filter (where abs(stored.date - odd.date) <= 31) + case when is_few then near - 1 else 0 end as known_near,
        count(*) filter (where stored.weekday = odd.weekday) + case when is_few then alike - 1 else 0 end as on_weekday,
        coalesce(bool_and(stored.is_first), true) and (not is_few or firsts - odd.is_first::integer = total - 1) as all_first,
        coalesce(bool_and(stored.is_last), true) and (not is_few or lasts - odd.is_last::integer = total - 1) as all_last
      from stored
      where stored.date between odd.date - 400 and odd.date + 400 and not (is_few and is_staged)
    ) known
  )
  update staged_rates
  set fault = 'date', reason = misfits.reason
  from misfits
  where fresh and former is null and staged_rates.reason is null and staged_rates.date = misfits.date and misfits.reason is not null;
end $$;
