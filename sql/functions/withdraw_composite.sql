-- Takes the composite rates of a day out that can no longer be given, all but those of some currencies, and keeps them as revisions.
create or replace function withdraw_composite(of_day date, given text[])
returns void
language sql
as $$
  with withdrawn as (
    delete from rates
    where source = 'composite' and date = of_day and quote <> all(given)
    returning source, base, quote, type, date, value, unit, publication_id, known_at
  )
  insert into rate_revisions (source, base, quote, type, date, value, unit, publication_id, known_at, known_until)
  select *, now() from withdrawn
  on conflict do nothing
$$;
