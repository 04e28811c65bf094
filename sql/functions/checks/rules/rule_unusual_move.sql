-- A move of several times the 95th percentile of the moves of its series.
create or replace function rule_unusual_move()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, format('%s %% %s the rate of %s; of %s moves 95 %% were below %s %% for a day',
    round_significant((100 * abs(value::float8 / before - 1))::numeric, 2), case when value > before then 'above' else 'below' end,
    day_before, all_moves, round_significant((100 * all_usual)::numeric, 2))
  from figures
  where all_moves >= (select setting('past_least')) and abs(step) > greatest((select setting('unusual_factor')) * all_usual, 0.002)
$$;
