-- Holds back values that another document of the same run has otherwise: no order of documents says which of them is right. A reparse reads documents
-- of all times, of which the newest counts.
create or replace function check_run(source_code text, loading_run bigint)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  update staged_rates
  set fault = 'correction', reason = format('another document of this run has %s', former)
  from rates, runs
  where runs.id = loading_run and kind <> 'reparse' and rates.known_at >= started_at
    and rates.source = source_code and (rates.base, rates.quote, rates.type, rates.date) = (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date)
    and fresh and former <> staged_rates.value and reason is null;
end $$;
