-- A text that changes with any doubt about the rates of a source in a window; null without doubts.
create or replace function doubts_state(source_code text, from_date date, to_date date)
returns text
language sql stable parallel safe
as $$
  select left(md5(string_agg(doubts::text, ';' order by date, base, quote, type)), 8)
  from doubts
  where source = source_code and date between from_date and to_date
$$;
