-- Writes a reason beside each staged row that differs from what is stored and cannot be trusted:
-- * it was rejected before, or waits because of what its document or its request says. Any other row that waits is judged again, since what is known
--   may have changed, and so is one that waited while only a peer had it, once the publisher sends it;
-- * it comes through a peer and contradicts what the publisher sent (check_peer), or its run: another document of it, or the days that it asked for (check_run);
-- * it corrects stored values (check_corrections), or the document itself contradicts it (check_changes, check_means);
-- * it repeats an earlier table or has an odd date (check_tables), or a code that is out of use (check_code_dates);
-- * a feature of it is rare in the past of its source (judge_staged).
-- The whole document waits if corrections and copies hold back five or more of its new and changed rows, and at least half, or a third where tables
-- are copies.
-- Staged rows are those of one source and one publication, in the temporary table staged_rates.
create or replace function check_staged(source_code text, loaded_publication bigint, loading_run bigint)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  is_reparse boolean := exists (select from runs where id = loading_run and kind = 'reparse');
  held bigint;
  copied bigint;
  doubted bigint;
begin
  if exists (select from sources where code = source_code and kind = 'composite') then
    return; -- it is made of what was checked
  end if;

  update staged_rates
  set fault = quarantine.fault, reason = quarantine.reason
  from quarantine
  join publications held on held.id = quarantine.publication_id
  cross join (select is_from_publisher(publications) as from_publisher from publications where id = loaded_publication) loaded
  where quarantine.source = source_code
    and (status = 'rejected' or status = 'pending' and quarantine.fault in ('row', 'correction', 'peer')
      and not (from_publisher and (not is_from_publisher(held) or detected_at < held.confirmed_at) is true))
    and quarantine.date = staged_rates.date::text and quarantine.base = staged_rates.base and quarantine.quote = staged_rates.quote
    and quarantine.type = staged_rates.type and quarantine.value = staged_rates.printed and quarantine.unit = staged_rates.unit
    and fresh;

  perform check_peer(loaded_publication);
  perform check_run(loaded_publication, loading_run);
  perform check_corrections(source_code, is_reparse);
  perform check_tables(source_code, loaded_publication);

  select count(*) filter (where reason is not null), count(*) filter (where fault = 'date'), count(*) into held, copied, doubted from staged_rates where fresh;
  if held >= 5 and held >= 0.5 * doubted or copied > 0 and held >= 0.33 * doubted then
    update staged_rates
    set fault = 'document', reason = format('is in a document of which %s of %s new or changed rows are held', held, doubted)
    where fresh and reason is null;
    return;
  end if;

  perform check_changes(source_code);
  perform check_means(source_code);
  if not exists (select from staged_rates where fresh and former is null and reason is null) then
    return;
  end if;
  perform check_code_dates(source_code);
  perform observe_staged(source_code);
  perform judge_staged(source_code);
end $$;
