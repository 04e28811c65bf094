-- The corrected and withdrawn figures of a source, or of all, with a date in a window, ascending by date, and only as known at an instant.
-- Each replacement of a figure is a row, with the figures before and after it. The new figure is null if the publisher withdrew the
-- old one.
-- Answers with whole dates: with the dates up to that of row `most`. `next_date` is the first date after them, null if there is none.
create or replace function corrections(bank text, from_date date, to_date date, as_of timestamptz, most integer)
returns table (next_date date, date date, source text, base text, quote text, type text, old_value numeric, new_value numeric,
  difference numeric, old_unit text, new_unit text, old_publication bigint, new_publication bigint, known_at text, corrected_at text)
language sql stable
as $$
  with replaced as (
    select *
    from rate_revisions
    where source in (select code from sources where active and (bank is null or code = bank)) and date between from_date and to_date
      and (as_of is null or known_until <= as_of)
    order by date
    fetch first most rows with ties
  )
  select
    (select min(later.date)
     from rate_revisions later
     join sources on code = later.source and active and (bank is null or code = bank)
     where later.date between (select max(date) + 1 from replaced) and to_date and (as_of is null or known_until <= as_of)),
    old.date, old.source, old.base, old.quote, old.type, old.value, became.value, became.value - old.value, old.unit, became.unit,
    old.publication_id, became.publication_id, utc_text(old.known_at), utc_text(old.known_until)
  from replaced old
  left join lateral (
    select value, unit, publication_id
    from rates
    where (source, base, quote, type, date, known_at) = (old.source, old.base, old.quote, old.type, old.date, old.known_until)
    union all
    select value, unit, publication_id
    from rate_revisions
    where (source, base, quote, type, date, known_at) = (old.source, old.base, old.quote, old.type, old.date, old.known_until)
  ) became on true
  order by old.date, old.source, old.base, old.quote, old.type, old.known_until
$$;
