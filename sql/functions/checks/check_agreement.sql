-- Holds back what a document adds to a day with which it has nothing in common, though something of the day is stored:
-- * it has other values for all the rates that are stored, and those wait;
-- * it has none of the rates that earlier answers to the same request had for the day.
-- Such a document answers another request, or is of another day.
create or replace function check_agreement(source_code text, loaded_publication bigint)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  if not exists (select from coverage where source = source_code) then
    return;
  end if;
  with earlier as materialized (
    select earlier.id
    from publications loaded
    join publications earlier using (source, request_key)
    where loaded.id = loaded_publication and earlier.id <> loaded.id
  ), added as materialized (
    select date, bool_or(former is not null) as is_changed
    from staged_rates
    group by date
    having bool_or(fresh and former is null and reason is null) and not bool_or(former is not null and reason is null)
  ), answered as materialized (
    select added.date
    from added
    join tables on source = source_code and tables.date = added.date
    cross join lateral (
      select from rates where rates.source = source_code and rates.date = added.date and publication_id in (select id from earlier) limit 1
    ) it
    where not is_changed and exists (select from earlier)
  ), strange as materialized (
    select date from added where is_changed
    union all
    select date from answered
  )
  update staged_rates
  set fault = 'correction', reason = 'is new in a table that has nothing in common with what is stored of its day'
  from strange
  where staged_rates.date = strange.date and fresh and former is null and reason is null;
end $$;
