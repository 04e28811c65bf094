-- A table with fewer or more pairs than its source states, unless the newest stored table has as many. The staged rows of a part of a
-- document count as its table if they wait for this reason.
create or replace function rule_pairs()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  with staged as (
    select date, count(distinct (base, quote))::integer as count
    from staged_rates
    cross join measured_document document
    where date >= waits_from and (is_whole or exists (select from quarantine quarantined where quarantined.source = document.source
      and publication_id = publication and quarantined.date = staged_rates.date::text and status = 'pending' and fault = 'pairs'))
    group by date
  )
  select base, quote, type, date, format('is in a table that has %s; its source states %s',
    case count when 1 then '1 pair' else count || ' pairs' end, describe_pairs(pairs))
  from measured_document document
  join sources on code = source
  join staged on not pairs @> count
  join figures using (date)
  where may_wait and count <> (select count(distinct (base, quote)) from rates where source = code and date = newest_stored)
$$;
