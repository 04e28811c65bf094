-- Completes the temporary table figures:
-- * `confirms` is true of a value that is close to a waiting value of its series, or whose move equals that of a waiting value of another
--   bank.
-- * `median` is the rate of the other banks on the day of an unlikely move, `banks` is their number, and `former_median` is their rate on
--   the day before the move.
create or replace function measure_other_banks()
returns void
language plpgsql set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  source_code constant text := (select source from measured_document);
  keep_share constant float8 := setting('keep_share');
  month constant integer := setting('recent_days');
begin
  update figures
  set confirms = true
  from quarantine waiting
  where may_wait and waiting.source = source_code and status = 'pending' and waiting.fault in ('move', 'table', 'pairs', 'price')
    and (waiting.base, waiting.quote, waiting.type) = (figures.base, figures.quote, figures.type)
    and waiting.date::date between figures.date - month and figures.date - 1
    and abs(ln(figures.value / waiting.rate)) < abs(ln(figures.value::float8 / before)) * keep_share;
  perform confirm_by_other_banks(source_code);

  update figures
  set median = now.median, banks = now.banks, former_median = former.median
  from figures moved
  left join lateral consensus_of(source_code, moved.base, moved.quote, moved.date) now on true
  left join lateral consensus_of(source_code, moved.base, moved.quote, moved.day_before) former on true
  where (figures.base, figures.quote, figures.type, figures.date) = (moved.base, moved.quote, moved.type, moved.date) and moved.may_wait
    and not moved.confirms and abs(moved.step) > moved.move_limit;
end $$;
