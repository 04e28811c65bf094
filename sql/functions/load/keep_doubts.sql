-- Stores the doubts of the merged rows, and deletes those of rows that they replaced. Uses the temporary table staged_rates.
create or replace function keep_doubts(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  if exists (select from staged_rates where stored_by is not null and fresh and reason is null) then
    delete from doubts
    using staged_rates
    where doubts.source = source_code and (doubts.base, doubts.quote, doubts.type, doubts.date)
      = (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date)
      and stored_by is not null and fresh and reason is null;
  end if;
  insert into doubts (source, base, quote, type, date, doubt)
  select source_code, base, quote, type, date, doubt
  from staged_rates
  where doubt is not null and fresh and reason is null
  on conflict (source, base, quote, type, date) do update set doubt = excluded.doubt;
end $$;
