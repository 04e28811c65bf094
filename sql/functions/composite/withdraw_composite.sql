-- Withdraws the composite rates of a day for all currencies except those `given`, and keeps them as revisions. Adds an entry to the log for each
-- of their publications.
create or replace function withdraw_composite(of_day date, given text[])
returns void
language plpgsql set datestyle = 'ISO, YMD'
as $$
declare
  instant timestamptz := next_instant('composite');
  removed record;
begin
  for removed in
    with withdrawn as (
      delete from rates
      where source = 'composite' and date = of_day and quote <> all(given)
      returning *
    ), recorded as (
      insert into rate_revisions (source, base, quote, type, date, value, unit, publication_id, known_at, known_until)
      select source, base, quote, type, date, value, unit, publication_id, known_at, instant
      from withdrawn
    )
    select publication_id, count(*) as rows, string_agg(line, E'\n' order by line) as lines
    from (select publication_id, rate_line(base, quote, type, date, value, unit, valid_from, valid_to) collate "C" as line from withdrawn) lines
    group by publication_id
  loop
    perform add_log_entry(removed.publication_id, instant, of_day, of_day, 0, null, 0, null, removed.rows, removed.lines);
    insert into events (source, kind, details)
    values ('composite', 'correction', json_build_object('rates', removed.rows, 'first_date', of_day, 'last_date', of_day, 'series', json_build_array()));
  end loop;
end $$;
