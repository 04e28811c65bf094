-- Fills the temporary table measured_document with one row about the staged document, and empties the other measurements. `waits_from` is
-- the first day whose rows can wait. `from_day` is the first staged day whose rows are compared with their past: the first that can wait,
-- or the third newest. `newest_stored` is the newest day that was stored before. `bad_rows` are the rows of the document that
-- can't be rates; null if only a part of the document is staged, because the others were loaded before. `is_whole` is false then, and for a
-- shortened document.
create or replace function measure_document(source_code text, loaded_publication bigint, loading_run bigint, bad_rows jsonb)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  loaded constant publications := (select publications from publications where id = loaded_publication);
  waits_from constant date := loaded.last_fetched_at::date - setting('recent_days')::integer + 1;
begin
  delete from measured_document;
  delete from past;
  delete from figures;
  delete from spreads;
  delete from measured_tables;
  delete from verdicts;
  insert into measured_document
  select code, loaded_publication, loading_run, home_currency, cadence, waits_from, least(waiting_day, third_day), first_day, last_day,
    dates, latest_date, bad_rows, bad_rows is not null and not loaded.cut
  from sources
  left join coverage on source = code
  cross join lateral (
    select min(date) as first_day, max(date) as last_day, count(*) as dates, min(date) filter (where place <= 3) as third_day,
      min(date) filter (where date >= waits_from) as waiting_day
    from (select date, row_number() over (order by date desc) as place from staged_rates where fresh group by date) it
  ) staged
  where code = source_code;
end $$;
