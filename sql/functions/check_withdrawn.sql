-- Holds back the first rates of a source, within 400 days, in a currency that had been withdrawn before (ISO 4217, list three), where it had tables
-- before: a publisher may go on with a withdrawn currency for years, and none is known that began with one.
create or replace function check_withdrawn(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  if not exists (select from staged_rates where withdrawn is not null) then
    return;
  end if;
  update staged_rates
  set fault = 'name', reason = format('is the first rate in a withdrawn currency, %s, of a source with tables before', withdrawn)
  where withdrawn is not null and fresh and former is null and reason is null
    and not exists (
      select from series
      where source = source_code and left(withdrawn, 3) in (base, quote) and staged_rates.date between first_date - 400 and last_date + 400
    )
    and exists (select from tables where source = source_code and tables.date < staged_rates.date and tables.date > staged_rates.date - 400);
end $$;
