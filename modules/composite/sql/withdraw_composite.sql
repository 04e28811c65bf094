-- Withdraws the composite rates of a day for all currencies except those `given`, and keeps them as revisions. Announces the
-- change of each of their publications.
create or replace function withdraw_composite(of_day date, given text[])
returns void
language plpgsql
as $$
declare
  instant timestamptz := next_instant('composite');
  removed bigint;
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
    select distinct publication_id
    from withdrawn
  loop
    perform rates_changed('composite', removed, instant, array[of_day], null);
  end loop;
end $$;
