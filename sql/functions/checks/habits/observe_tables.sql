-- Measures the features of the new tables of the staged document into the temporary table observed_tables (see stage_rates):
-- * `copy`: the evidence that it repeats an earlier table (see repeated_tables);
-- * `weekday`: Monday is 1; of a daily or weekly source;
-- * `place`: the first day of a month (1), the last (2) or another (3); of a source that publishes monthly or less often.
create or replace function observe_tables(source_code text, loaded_publication bigint)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  delete from observed_tables;
  insert into observed_tables (date, copied, equal, rates, is_gone, copy, weekday, place)
  select date, day, equal, rates, is_gone, case when evidence is null then 0 else least(last_bin(), floor(evidence))::integer end,
    case when cadence in ('daily', 'weekly') then extract(isodow from date)::integer end,
    case when cadence not in ('daily', 'weekly') then case when extract(day from date) = 1 then 1 when extract(day from date + 1) = 1 then 2 else 3 end end
  from (select date from staged_rates where fresh and former is null and reason is null group by date) added
  join sources on code = source_code
  left join repeated_tables(source_code, loaded_publication) repeated using (date);
end $$;
