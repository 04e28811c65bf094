-- Rechecks the stored neighbours of the rows that were just merged, because these may contradict them: a neighbour many times above or
-- below such a row, and a later neighbour whose move from it is unusual for its series. A broken neighbour is withdrawn to quarantine; the
-- others get their current doubt. A row that was in quarantine keeps its decision. Uses the temporary tables of stage_rates, and leaves
-- staged_rates empty.
create or replace function judge_neighbours(source_code text)
returns void
language plpgsql set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  document constant measured_document := (select measured_document from measured_document);
  broken constant float8 := setting('broken_factor');
  unusual constant float8 := setting('unusual_factor');
  past_least constant float8 := setting('past_least');
  neighbours rates[];
begin
  if document.newest_stored is null then
    return;
  end if;

  select array_agg(distinct stored) into neighbours
  from figures
  cross join lateral (
    select rates
    from rates
    where source = source_code and base = figures.base and quote = figures.quote and type = figures.type
      and date between coalesce(day_before, figures.date) and coalesce(day_after, figures.date)
    offset 0
  ) near (stored)
  where (stored).publication_id <> document.publication and (value > broken * (stored).value or (stored).value > broken * value
    or (stored).date = day_after and all_moves >= past_least
      and abs(ln(after / value::float8)) / sqrt(day_after - figures.date) > greatest(unusual * all_usual, 0.002));
  while neighbours is not null loop
    neighbours := judge_stored(source_code, neighbours);
  end loop;
end $$;
