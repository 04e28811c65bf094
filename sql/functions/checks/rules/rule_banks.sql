-- A table that is, as a whole, farther from the other banks than before, or far from them among the first tables of a source.
create or replace function rule_banks()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, format('is in a table that is %s %% %s what the other banks imply as a whole',
    round((100 * abs(exp(it.shift) - 1))::numeric, 2), case when it.shift > 0 then 'above' else 'below' end)
  from measured_tables it
  join figures using (date)
  cross join measured_document
  where may_wait and moved + pairs >= (select setting('quorum')) and abs(it.shift) > 3 * it.tolerance
    and case when cadence not in ('daily', 'weekly')
        then abs(it.shift) > ln(1 + (select setting('level_period'))) and not has_regime(home, date)
          and (tables <= 2 or abs(it.step) > largest_shift)
      when tables > 2 then abs(it.shift) > (select setting('level_least')) and abs(it.step) > largest_shift
      else abs(it.shift) > ln(1 + (select setting('shift_first'))) and not has_regime(home, date) end
    and not exists (select from figures other where other.date = it.date and confirms)
$$;
