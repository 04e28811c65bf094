-- Rechecks stored rates of a source (see judge_neighbours). Returns the stored rates that follow the withdrawn ones and had them as
-- neighbours; null if there are none.
create or replace function judge_stored(source_code text, judged rates[])
returns rates[]
language plpgsql set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  document record;
  taken quarantine;
  next rates;
  after rates[];
begin
  for document in
    select publication_id, date, array_agg(rate) as stored from unnest(judged) rate group by publication_id, date order by date
  loop
    delete from staged_rates;
    insert into staged_rates (base, quote, type, date, value, unit, printed, valid_from, valid_to)
    select base, quote, type, date, value, unit, coalesce(printed_value(value, unit), value)::text, valid_from, valid_to
    from unnest(document.stored) rate
    where not exists (select from quarantine quarantined where quarantined.source = source_code
      and (quarantined.base, quarantined.quote, quarantined.type, quarantined.date, quarantined.rate)
        = (rate.base, rate.quote, rate.type, rate.date::text, rate.value));
    perform measure_document(source_code, document.publication_id, null, null);
    perform measure_past();
    perform measure_figures();
    perform judge_staged();

    for taken in
      insert into quarantine (source, publication_id, date, base, quote, type, value, unit, valid_from, valid_to, reason, fault, rate)
      select source_code, document.publication_id, date, base, quote, type, printed, unit, valid_from, valid_to, reason, fault, value
      from staged_rates
      where fault = 'broken'
      on conflict do nothing
      returning *
    loop
      perform withdraw_released(taken);
      select * into next from rates
      where source = source_code and base = taken.base and quote = taken.quote and type = taken.type and date > taken.date::date
      order by date limit 1;
      after := after || case when next.source is not null then next end;
    end loop;

    delete from doubts
    using staged_rates
    where source = source_code and (doubts.base, doubts.quote, doubts.type, doubts.date)
      = (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date);
    insert into doubts (source, base, quote, type, date, doubt)
    select source_code, base, quote, type, date, doubt from staged_rates where doubt is not null;
  end loop;
  delete from staged_rates;
  return after;
end $$;
