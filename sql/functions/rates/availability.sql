-- A source with the newest dates of a window on which it has a table, ascending, at most so many; `next_date` is the newest of the others.
-- One row with a null date if there is none, and no row if the source is unknown.
create or replace function availability(source_code text, from_date date, to_date date, at_most integer)
returns table (
  bank text, name text, rate_types text[], source_url text, terms_url text, latest_date date, dated text, next_date date, rate_date date)
language sql stable parallel safe
as $$
  with newest as materialized (
    select date, row_number() over (order by date desc) as place
    from tables
    where source = source_code and date between from_date and to_date
    order by date desc
    limit at_most + 1
  )
  select source.*, (select date from newest where place > at_most), date
  from find_bank(source_code) source
  left join newest on place <= at_most
  order by newest.date
$$;
