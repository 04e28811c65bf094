-- Rechecks waiting rows with the current checks. Releases the rows that these accept, with the reason, and closes those that were corrected
-- since. A null publication, after an upgrade, selects all waiting rows. A loaded publication selects the rows of other sources on the days
-- for which it is evidence, if they wait for a reason that other banks may refute.
create or replace function recheck_waiting(loaded_publication bigint)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  document record;
  waiting bigint;
  bank_days constant integer := setting('bank_days');
begin
  if not exists (select from quarantine where status = 'pending' and is_doubtful(fault)) then
    return;
  end if;
  perform stage_rates();
  loop -- a row that is served may be evidence for another
    waiting := (select count(*) from quarantine where status = 'pending');
    for document in
      select quarantine.source, publication_id, array_agg(quarantine.id) as ids
      from quarantine
      join publications on publications.id = publication_id
      left join publications loaded on loaded.id = loaded_publication
      where status = 'pending' and is_doubtful(fault) and rate is not null
        and (loaded_publication is null or fault not in ('price', 'pairs')
        and quarantine.source <> loaded.source
        and quarantine.date between loaded.from_date::text and (loaded.to_date + bank_days - 1)::text)
      group by quarantine.source, publication_id, publications.last_fetched_at
      order by quarantine.source, publications.last_fetched_at, publication_id
    loop
      delete from staged_rates;
      insert into staged_rates (base, quote, type, date, value, unit, printed, valid_from, valid_to)
      select distinct on (base, quote, type, date) base, quote, type, date::date, rate, unit, value, valid_from::date, valid_to::date
      from quarantine
      where id = any(document.ids)
      order by base, quote, type, date, said_at desc, id desc; -- a corrected adapter can read two values from one document
      perform load_staged(document.publication_id, null, null, null);
      perform confirm_publication(document.publication_id);
    end loop;
    exit when waiting = (select count(*) from quarantine where status = 'pending');
  end loop;

  update quarantine figure
  set status = 'corrected', decided_at = service_now()
  from rates
  join publications stored on stored.id = publication_id
  where figure.status = 'pending' and is_doubtful(figure.fault) and rates.source = figure.source
    and (rates.base, rates.quote, rates.type, rates.date) = (figure.base, figure.quote, figure.type, figure.date::date)
    and rates.value <> figure.rate and stored.last_fetched_at > figure.said_at;
end $$;
