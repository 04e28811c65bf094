-- A table that is, as a whole, farther from the other banks than before, or far from them among the first tables of a source.
create or replace function rule_banks()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, format('is in a table that is %s %% %s what the other banks imply as a whole',
    round((100 * abs(exp(measured.shift) - 1))::numeric, 2), case when measured.shift > 0 then 'above' else 'below' end)
  from measured_tables measured
  join figures using (date)
  cross join measured_document
  where may_wait and moved + pairs >= (select setting('quorum')) and abs(measured.shift) > 3 * measured.tolerance
    and case when cadence not in ('daily', 'weekly')
        then abs(measured.shift) > ln(1 + (select setting('level_period'))) and not has_regime(home, date)
          and (tables <= 2 or abs(measured.step) > largest_shift)
      when tables > 2 then abs(measured.shift) > (select setting('level_least')) and abs(measured.step) > largest_shift
      else abs(measured.shift) > ln(1 + (select setting('shift_first'))) and not has_regime(home, date) end
    and not exists (select from figures other where other.date = measured.date and confirms)
$$;
