-- Learns the habits of a source again from all its stored rates.
create or replace function relearn_habits(source_code text)
returns void
language plpgsql
as $$
begin
  perform stage_rates();
  delete from staged_rates;
  insert into staged_rates (base, quote, type, date, value, unit, printed)
  select base, quote, type, date, value, unit, value::text
  from rates
  where source = source_code;
  analyze staged_rates;
  delete from habits where source = source_code;
  perform observe_tables(source_code, null);
  perform observe_staged(source_code);
  perform learn_habits(source_code);
  delete from staged_rates;
  delete from observed;
  delete from observed_tables;
end $$;
