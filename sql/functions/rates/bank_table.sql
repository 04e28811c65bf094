-- A source with its newest table on or before a date (see table_on), or its newest of one type: a row for each rate, one with nulls if
-- there is none, and no row if the source is unknown. The first row has the doubts of the rates as `notes` (see doubt_notes), unless the
-- table is as known at an instant; `overdue` is null then. See validity_state for the columns of the validity.
create or replace function bank_table(source_code text, wanted date, wanted_type text, known timestamptz, today date)
returns table (
  bank text, name text, rate_types text[], source_url text, terms_url text, latest_date date, dated text, rate_date date, notes json,
  ended date, overdue boolean,
  base text, quote text, type text, value numeric, valid_from date, valid_to date, printed_value numeric, printed_unit json, note text)
language sql stable parallel safe
as $$
  with found as materialized (
    select *
    from table_on(source_code, wanted, known, wanted_type)
  ), head as materialized (
    select source.*, date, state.*,
      (select json_agg(noted)
       from doubt_notes(array[source_code], array[null], array[null], array[date], array[wanted]) noted
       where known is null) as notes
    from find_bank(source_code) source
    cross join (
      select max(rate_date) as date, case when bool_and(valid_to is not null) then max(valid_to) end as last_day
      from found
    ) extent
    left join validity_state(source_code, latest_date, last_day, wanted, today) state on true
  )
  select code, name, rate_types, source_url, terms_url, latest_date, dated, date, case when row_number() over () = 1 then notes end,
    ended, case when known is null then overdue end,
    base, quote, type, value, valid_from, valid_to, printed_value, printed_unit, note
  from head
  left join found on true
  order by base, quote, type
$$;
