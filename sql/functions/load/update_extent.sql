-- Updates tables, coverage and series after a rate was deleted.
create or replace function update_extent(of_source text, of_base text, of_quote text, of_type text, of_date date)
returns void
language plpgsql
as $$
begin
  delete from tables
  where source = of_source and date = of_date
    and not exists (select from rates where rates.source = of_source and rates.date = of_date);
  if found then
    update coverage
    set days = days - 1, latest_date = (select max(date) from tables where tables.source = of_source)
    where source = of_source and days > 1;
    delete from coverage
    where source = of_source and not exists (select from tables where tables.source = of_source);
  end if;

  update series
  set first_date = extent.first_date, last_date = extent.last_date
  from (
    select min(date) as first_date, max(date) as last_date
    from rates
    where (source, base, quote, type) = (of_source, of_base, of_quote, of_type)
  ) extent
  where (source, base, quote, type) = (of_source, of_base, of_quote, of_type) and extent.first_date is not null;
  delete from series
  where (source, base, quote, type) = (of_source, of_base, of_quote, of_type)
    and not exists (select from rates where (rates.source, rates.base, rates.quote, rates.type) = (of_source, of_base, of_quote, of_type));
end $$;
