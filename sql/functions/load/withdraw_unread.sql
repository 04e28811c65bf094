-- Takes the rates out that an archived document no longer gives when today's adapter reads it, and keeps them as revisions: they stood under another
-- code, date or type. Rates that a person released stay. Expects the document's rows in staged_rates, before they are loaded. Adds the
-- withdrawal to the log and the events, and returns how many rates it took out.
create or replace function withdraw_unread(read_publication bigint)
returns bigint
language plpgsql set datestyle = 'ISO, YMD'
as $$
declare
  document publications;
  instant timestamptz;
  unread rates[];
begin
  select * into document from publications where id = read_publication;
  with taken as (
    delete from rates
    where source = document.source and date between document.from_date and document.to_date and publication_id = document.id
      and not exists (
        select from staged_rates
        where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (rates.base, rates.quote, rates.type, rates.date))
      and not exists (
        select from quarantine
        where status = 'released' and quarantine.publication_id = document.id
          and (quarantine.base, quarantine.quote, quarantine.type, quarantine.date) = (rates.base, rates.quote, rates.type, rates.date::text))
    returning rates as rate
  )
  select array_agg(rate) into unread from taken;
  if unread is null then
    return 0;
  end if;

  instant := next_instant(document.source);
  insert into rate_revisions (source, base, quote, type, date, value, unit, publication_id, known_at, known_until, valid_from, valid_to)
  select source, base, quote, type, date, value, unit, publication_id, known_at, instant, valid_from, valid_to
  from unnest(unread);
  perform settle_extent(source, base, quote, type, date) from unnest(unread);

  perform add_log_entry(document.id, instant, min(date), max(date), 0, null, 0, null, count(*), string_agg(line, E'\n' order by line))
  from (select date, rate_line(base, quote, type, date, value, unit, valid_from, valid_to) collate "C" as line from unnest(unread)) lines;
  insert into events (source, kind, details)
  select document.source, 'correction', json_build_object('rates', count(*), 'first_date', min(date), 'last_date', max(date),
    'series', (array_agg(json_build_object('date', date, 'base', base, 'quote', quote, 'type', type) order by date desc, base, quote, type))[:100])
  from unnest(unread);
  insert into composite_due (days)
  select range_agg(daterange(date, date + value_lifetime(cadence), '[]'))
  from unnest(unread)
  join sources on code = source
  where exists (select from sources where active and kind = 'composite' and code <> document.source)
  having count(*) > 0;
  perform pg_notify('ratebook', document.source);
  return cardinality(unread);
end $$;
