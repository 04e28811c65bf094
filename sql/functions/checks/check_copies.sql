-- Holds back new rows that are stored already under another date, and gone from the document there:
-- * a table with the very values of another day, where they can hardly be so by chance (see below), unless the document has that day as it is
--   stored, at most a week away without another table between (it carries a table over holidays), or the source
--   carries tables over (see carries_over), or the request names the new day, up to four days from the other;
-- * a table of any size with the values of a day that is gone from the document: one between its days, or one that an earlier answer to the
--   same request had, where this one does not go on after it, or the last answer still had it long after the new table's date,
--   or the request names the day, or names a year and the values are not those of a peg;
-- * the tables of a document all of whose new tables are those of other days, which together can hardly be so by chance;
-- * a part of a table of the document, under a day that the last answer to the same request did not have long after it;
-- * a part of a table of the document, a fifth at most, that is gone from there, or that the document has twice though it gives one day of most
--   series, unless a daily or weekly list may go on row by row, up to a week later;
-- * a document without the home currency, where that is in all series of its rate types that are stored and they are no younger than the document.
-- Days are compared with those of 366 days before and after; where more than forty are new, with those of 45 days and with the same day of another year. What equal values say is measured in powers of
-- ten, six of them being enough, or four in a table of five rates or more, or with the values of a day of which an earlier answer to the same request
-- had a rate that this one has not, or has otherwise: how many steps of its last digit a rate moves in a day, if that is by 0.3 %. Of the types of
-- a pair, which move together, the others count a quarter. A series counts for nothing where it has the value on more than two days.
create or replace function check_copies(source_code text, loaded_publication bigint)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  if not exists (select from coverage where source = source_code) or not exists (select from staged_rates where fresh and former is null and reason is null) then
    return;
  end if;

  update staged_rates
  set fault = 'name', reason = format('is in a document without the home currency %s, which all %s stored series of its types have', home_currency, known)
  from (
    select home_currency, count(*) as known
    from sources
    join series on source = code
    where code = source_code and type in (select type from staged_rates)
    group by home_currency
    having count(*) >= 2 and bool_and(home_currency in (base, quote))
      and min(first_date) <= (select min(date) from staged_rates) -- before, the home currency may have been another one
  ) home
  where fresh and former is null and reason is null
    and not exists (select from staged_rates where home_currency in (base, quote));

  -- To plan the rest takes ten times as long as to look at a small document, and a table that repeats no values is no copy.
  if (select count(*) from staged_rates) <= 1000 and not exists (
    select
    from (select *, count(*) over (partition by date) as size from staged_rates where fresh and former is null and reason is null) added
    cross join lateral (
      select date
      from rates
      where source = source_code and base = added.base and quote = added.quote and type = added.type and date between added.date - 366 and added.date + 366
        and value = added.value
      offset 0 -- one range of the index a row
    ) stored
    group by added.date, stored.date, size
    having count(*) >= 0.8 * least(size, 6)
  ) then
    return;
  end if;

  with given as materialized (
    select earlier.from_date, earlier.to_date, concat(loaded.url, loaded.request_body) as request,
      case when row_number() over (order by earlier.last_fetched_at desc, earlier.id desc) = 1 then earlier.last_fetched_at::date - value_lifetime(cadence) end as final_until
    from publications loaded
    join publications earlier using (source, request_key)
    join sources on code = source
    where loaded.id = loaded_publication and earlier.id <> loaded.id and earlier.last_fetched_at <= loaded.last_fetched_at and earlier.to_date is not null
  ), asked as (
    select concat(url, ' ', request_body) as request from publications where id = loaded_publication
  ), added as materialized (
    select *, row_number() over (partition by date order by turn, base, quote) as place, count(*) over (partition by date) as size
    from (
      select base, quote, type, date, value, row_number() over (partition by date, base, quote order by type) as turn
      from staged_rates
      where fresh and former is null and reason is null
    ) it
  ), reach as materialized ( -- inlined, it would be counted again for every row of a long document
    select case when count(*) <= 40 then 366 else 45 end as days from (select distinct date from added) it
  ), stored as materialized (
    select sampled.base, sampled.quote, sampled.type, near.date, near.value
    from (
      select base, quote, type, min(date) - 366 as from_date, max(date) + 366 as to_date
      from added
      where place <= 6
      group by base, quote, type
    ) sampled
    cross join lateral (
      select rates.date, rates.value
      from rates
      where source = source_code and base = sampled.base and quote = sampled.quote and type = sampled.type and rates.date between from_date and to_date
      offset 0 -- one range of the index a series
    ) near
  ), repeated as (
    select added.date, stored.date as day, least(size, 6) as size, count(*) as found, count(*) filter (where twin.date is null) as lacking
    from added
    cross join reach
    join stored using (base, quote, type, value)
    left join staged_rates twin on (twin.base, twin.quote, twin.type, twin.date) = (added.base, added.quote, added.type, stored.date)
    where place <= 6 and (abs(stored.date - added.date) <= reach.days or abs(stored.date - added.date) in (365, 366))
    group by added.date, stored.date, size
  ), ends as (
    select min(date) as starts_on, max(date) as ends_on from staged_rates
  ), likely as materialized ( -- of several days with the values, one that is missing among those of the document or lacks just these, or the one that it carries over
    select distinct on (date) date, day, is_carried
    from repeated
    cross join ends
    cross join lateral (select day in (select date from staged_rates) as is_there, exists (select from given where day between from_date and to_date) as is_answered) document
    cross join lateral (
      select is_there and abs(date - day) <= 7 and not exists (
        select from tables where source = source_code and tables.date between least(repeated.date, day) + 1 and greatest(repeated.date, day) - 1) as is_carried
    ) holidays
    where found >= 0.8 * size
    order by date, found desc, not is_there and day between starts_on and ends_on desc, lacking = found and is_there and is_answered desc, is_carried desc, not is_there and is_answered desc, abs(day - date)
  ), known_days as (
    select base, quote, type, min(date) as first_day, max(date) as last_day
    from staged_rates
    group by base, quote, type
  ), listed as materialized (
    select count(*) filter (where first_day < last_day) <= 0.2 * count(*) as is_list from known_days
  ), left_there as materialized (
    select date as day, count(*) as remaining from staged_rates group by date
  ), matched as materialized (
    select added.*, day, twin.date is not null and not twin.fresh and is_carried as is_there,
      twin.reason is not null or twin.date is null and (
        day > first_day and day < last_day
        or exists (select from given where day between from_date and to_date and (ends_on <= to_date or added.date < final_until or position(day::text in request) > 0))) as is_gone,
      twin.date is not null and not twin.fresh and exists (select from given where day between from_date and to_date and added.date < final_until)
        and size < (select count(*) from staged_rates where staged_rates.date = day) as is_part,
      at_day.value = added.value as is_same, twin.date is not null and not twin.fresh as is_double,
      twin.reason is not null or twin.date is null and exists (select from given where day between from_date and to_date) as is_dropped,
      abs(added.date - day) between 1 and 4 and asked.request ~ to_char(added.date, '"("YYYY-MM-DD"|"YYYYMMDD"|"DD"[./]"MM"[./]"YYYY")"') as is_answer,
      twin.date is null and exists (select from given where day between from_date and to_date and request ~ '(^|[^0-9])(19|20)[0-9][0-9]([^0-9]|$)') as is_left_out,
      case when alike.days <= 2 then greatest(0, log(0.003 * added.value * 10::numeric ^ scale(trim_scale(added.value)))) / case when turn = 1 then 1 else 4 end else 0 end as weight
    from added
    join likely using (date)
    join known_days using (base, quote, type)
    cross join ends
    cross join asked
    cross join lateral (
      select value from rates where source = source_code and base = added.base and quote = added.quote and type = added.type and date = day offset 0
    ) at_day
    left join staged_rates twin on (twin.base, twin.quote, twin.type, twin.date) = (added.base, added.quote, added.type, day)
    left join (select base, quote, type, value, count(*) as days from stored group by base, quote, type, value) alike
      on (alike.base, alike.quote, alike.type, alike.value) = (added.base, added.quote, added.type, added.value)
  ), copies as materialized (
    select date, day, count(*) as size, bool_and(is_part) as is_part, bool_and(is_gone) as is_gone, bool_and(is_left_out) as is_left_out, bool_or(is_dropped) as is_dropped,
      bool_and(is_dropped or is_double and is_list) and min(remaining) >= greatest(5, 4 * count(*))
        and not (bool_and(is_list) and date between day and day + 7 and exists (select from sources where code = source_code and cadence in ('daily', 'weekly'))) as is_torn_off,
      count(*) filter (where is_there) >= 0.9 * count(*) or bool_or(is_answer) as is_excused, count(*) filter (where is_same) >= 0.9 * count(*) as is_copy, coalesce(sum(weight) filter (where is_same), 0) as evidence
    from matched
    left join left_there using (day)
    cross join listed
    group by date, day
  ), document as (
    select count(*) between 2 and 40 and count(*) = (select count(distinct date) from added) and count(distinct day) = count(*)
      and bool_and(is_copy and not is_excused and evidence >= 1) and sum(evidence) >= 6 as is_moved
    from copies
  ), tables_moved as (
    select date, day, size, is_part, is_torn_off
    from copies
    cross join document
    where is_copy
      and (is_moved or is_gone or is_part or is_torn_off or is_left_out and evidence >= 1
        or evidence >= case when size >= 5 or is_dropped then 4 else 6 end and not is_excused and not carries_over(source_code, date, day))
  )
  update staged_rates
  set fault = 'date', reason = case
    when is_part then format('repeats a part of the table of %s, which alone was in the last answer to the same request', day)
    when is_torn_off then format('repeats a part of the table of %s, of which the document has the rest', day)
    when tables_moved.size = 1 then format('repeats the value of %s, which is missing from this document', day)
    else format('is in a table that repeats the values of %s in all %s rates', day, tables_moved.size) end
  from tables_moved
  where fresh and former is null and reason is null and staged_rates.date = tables_moved.date;
end $$;
