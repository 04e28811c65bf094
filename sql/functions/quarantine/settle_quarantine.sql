-- Decides waiting rows of a source by the rows just merged, which are in staged_rates:
-- * confirmed: the row itself was merged;
-- * corrected: another value was merged for its key;
-- * released into the rates: a row quarantined for its move, or with its table, if a newer table keeps its level. The value of that table
--   is dated within thirty days after the row, and is several times nearer to it than the preceding value of the row's series, if any.
-- Each decision is recorded with the document that caused it.
create or replace function settle_quarantine(source_code text, by_publication bigint)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  waiting_days constant integer := setting('recent_days');
  ids bigint[];
  rates numeric[];
begin
  if not exists (select from quarantine where source = source_code and status = 'pending') then
    return;
  end if;

  with decided as (
    update quarantine
    set status = case when rate = accepted.value then 'released' else 'corrected' end, decided_at = service_now()
    from staged_rates accepted
    where quarantine.source = source_code and status = 'pending' and quarantine.fault <> 'row' and accepted.fresh
      and accepted.reason is null
      and (quarantine.date, quarantine.base, quarantine.quote, quarantine.type) = (accepted.date::text, accepted.base, accepted.quote,
        accepted.type)
    returning id, status, publication_id = by_publication and not is_confirmed as is_same
  )
  insert into quarantine_decisions (quarantine_id, decision, decided_by, why)
  select id, status, 'ratebook', case
      when status = 'corrected' then 'the publisher printed another value in document ' || by_publication
      when is_same then 'the checks no longer hold it'
      else 'the publisher printed it again in document ' || by_publication
    end
  from decided;

  with quarantined as materialized (
    select id, rate, waiting.base, waiting.quote, waiting.type, waiting.date::date as day,
      min(abs(ln(rate::float8 / accepted.value::float8))) as off
    from quarantine waiting
    join staged_rates accepted using (base, quote, type)
    where waiting.source = source_code and status = 'pending' and waiting.fault in ('move', 'table', 'pairs', 'price')
      and accepted.fresh and accepted.reason is null and waiting.date::date between accepted.date - waiting_days and accepted.date - 1
    group by id
  )
  select array_agg(id), array_agg(rate) into ids, rates
  from quarantined
  left join lateral (
    select value::float8 as value
    from rates
    where rates.source = source_code and rates.date < day
      and (rates.base, rates.quote, rates.type) = (quarantined.base, quarantined.quote, quarantined.type)
    order by rates.date desc
    limit 1
  ) before on true
  where off < coalesce(abs(ln(rate::float8 / before.value)), ln(1 + setting('move_first'))) * setting('keep_share')
    and not exists (select from rates where rates.source = source_code
    and (rates.base, rates.quote, rates.type, rates.date) = (quarantined.base, quarantined.quote, quarantined.type, day));
  perform release_quarantined(ids, rates, 'ratebook', format('the table in document %s keeps its level', by_publication));
end $$;
