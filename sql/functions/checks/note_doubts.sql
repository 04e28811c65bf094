-- Sets the doubt of figures that are served although they are unusual: moves of several times the size that 95 % of the moves of their
-- series stay below. Uses the temporary tables staged_rates, moves and, for rows after `last_old`, recent.
create or replace function note_doubts(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  unusual constant float8 := setting('unusual_factor');
  least constant float8 := 0.002;
  past_least constant float8 := setting('past_least');
begin
  with learnt as materialized (
    select base, quote, type, count(*) as moves, percentile_cont(0.95) within group (order by abs(step)) as size
    from moves
    where step is not null
    group by base, quote, type
    having count(*) >= past_least
  ), usual as materialized (
    select * from learnt
    union all
    select base, quote, type, max(moves), max(usual)
    from recent
    where moves >= past_least and (base, quote, type) not in (select base, quote, type from learnt)
    group by base, quote, type
  )
  update staged_rates
  set doubt = format('%s %% %s the rate of %s; of %s moves 95 %% were below %s %% for a day',
    round_significant((100 * abs(moves.value / before - 1))::numeric, 2),
    case when moves.value > before then 'above' else 'below' end, day_before, usual.moves, round_significant((100 * size)::numeric, 2))
  from moves
  join usual using (base, quote, type)
  where abs(step) > greatest(unusual * size, least) and is_fresh
    and (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (moves.base, moves.quote, moves.type, moves.date)
    and staged_rates.reason is null and staged_rates.doubt is null;
end $$;
