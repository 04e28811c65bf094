-- The corrected and withdrawn figures of a source, or of all, with a date in a window, ascending by date, and only as known at an instant.
-- Each replacement of a figure is a row, with the figures before and after it. The new figure is null if the publisher withdrew the
-- old one. `crosses_of` is the currency whose crosses at the source are over the figure, and `rules` are the rules of law that name the
-- source.
-- Answers with whole dates: with the dates up to that of row `most`. `next_date` is the first date after them, null if there is none.
create or replace function corrections(bank text, from_date date, to_date date, as_of timestamptz, most integer)
returns table (next_date date, date date, source text, base text, quote text, type text, old_value numeric, new_value numeric,
  difference numeric, old_unit text, new_unit text, old_publication bigint, new_publication bigint, known_at text, corrected_at text,
  crosses_of text, rules text[])
language sql stable
as $$
  with replaced as (
    select *
    from ( -- a branch for each of two indexes
      select * from rate_revisions
      where bank is null and date between from_date and to_date and (as_of is null or known_until <= as_of)
        and source in (select code from sources where active)
      union all
      select * from rate_revisions
      where source = bank and date between from_date and to_date and (as_of is null or known_until <= as_of)
        and exists (select from sources where code = bank and active)
    ) revisions
    order by date
    fetch first most rows with ties
  ), named as materialized (
    select * from rules_naming(as_of)
  ), later as (
    select max(date) + 1 as from_date from replaced
  )
  select
    (select min(date)
     from (
       (select revision.date
        from later
        join rate_revisions revision on bank is null and revision.date between later.from_date and to_date
          and (as_of is null or known_until <= as_of)
        join sources on code = revision.source and active
        order by revision.date
        limit 1)
       union all
       (select revision.date
        from later
        join rate_revisions revision on revision.source = bank and revision.date between later.from_date and to_date
          and (as_of is null or known_until <= as_of)
        join sources on code = revision.source and active
        order by revision.date
        limit 1)
     ) next),
    old.date, old.source, old.base, old.quote, old.type, old.value, new_value, new_value - old.value, old.unit,
    coalesce(became.unit, again.unit), old.publication_id, coalesce(became.publication_id, again.publication_id), utc_text(old.known_at),
    utc_text(old.known_until), case home_currency when old.base then old.quote when old.quote then old.base end,
    array(select distinct id from named where named.source = old.source and in_force @> old.date order by id)
  from replaced old
  join sources on code = old.source
  left join rates became on (became.source, became.base, became.quote, became.type, became.date, became.known_at)
    = (old.source, old.base, old.quote, old.type, old.date, old.known_until)
  left join lateral ( -- looked up only if the figure was corrected again
    select value, unit, publication_id
    from rate_revisions
    where became.value is null and (source, base, quote, type, date, known_at)
      = (old.source, old.base, old.quote, old.type, old.date, old.known_until)
    limit 1 -- the limit keeps the planner from joining all revisions
  ) again on true
  cross join lateral (select coalesce(became.value, again.value) as new_value) amended
  order by old.date, old.source, old.base, old.quote, old.type, old.known_until
$$;
