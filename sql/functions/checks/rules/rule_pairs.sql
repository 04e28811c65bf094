-- A recent table with fewer or more pairs than its source states, unless one of the source's documents of the last days has as many. A
-- table is what one document has for one date, with the rows that can't be rates: the publisher printed their pairs. Of a part of a
-- document, the rows that it has stored and that wait count too, if some wait for this reason. A table that was fetched long ago, as by a
-- mirror, is not recent: the source states its numbers for the tables of today.
create or replace function rule_pairs()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  with dated as (
    select distinct date, source, publication, bad_rows, is_whole
    from staged_rates
    cross join measured_document document
    where date >= waits_from and date > service_now()::date - setting('recent_days')::integer
      and (is_whole or exists (select from quarantine quarantined where quarantined.source = document.source
        and publication_id = publication and quarantined.date = staged_rates.date::text and status = 'pending' and fault = 'pairs'))
  ), sized as (
    select date, (
      select count(distinct (base, quote))
      from (
        select base, quote from staged_rates where staged_rates.date = dated.date
        union all
        select base, quote
        from jsonb_to_recordset(bad_rows) as bad (date text, base text, quote text)
        where bad.date = dated.date::text
        union all
        select base, quote
        from quarantine
        where not is_whole and quarantine.source = dated.source and publication_id = publication and quarantine.date = dated.date::text
        union all
        select base, quote
        from rates
        where not is_whole and rates.source = dated.source and rates.date = dated.date and publication_id = publication
      ) it)::integer as size
    from dated
  )
  select base, quote, type, date, format('is in a table that has %s; its source states %s',
    case size when 1 then '1 pair' else size || ' pairs' end, describe_pairs(pairs))
  from measured_document document
  join sources on code = source
  join sized on not pairs @> size
  join figures using (date)
  where may_wait and not exists (
    select
    from (
      select publication_id, date::text, base, quote, true as is_stored
      from rates
      where source = code and date > newest_stored - setting('recent_days')::integer
      union all
      select publication_id, date, base, quote, false
      from quarantine
      where quarantine.source = code and fault = 'row' and date > (newest_stored - setting('recent_days')::integer)::text
    ) listed
    group by publication_id, listed.date
    having bool_or(is_stored) and count(distinct (listed.base, listed.quote)) = size)
$$;
