-- Runs all checks on the staged rows of one publication and sets `reason` and `fault` of those that differ from what is stored and can't be trusted:
-- * rows rejected before, or held for their own document or request. Rows held for another reason are checked again, since more may be known now, and so
--   are rows held while only a peer had them, once the publisher sends them;
-- * rows of a peer against those of the publisher (check_peer), and rows that contradict their run (check_run);
-- * corrections (check_corrections), and rows that contradict their document (check_changes, check_means);
-- * repeated tables and unusual dates (check_tables), and codes that were not valid (check_code_dates);
-- * rows with a feature that is rare in the past of their source (judge_staged).
-- The whole document is held if corrections and copies hold five or more of its new and changed rows and at least half of them, or at least a third if
-- tables are copies. A composite is not checked, because its inputs were. Uses the temporary table staged_rates.
create or replace function check_staged(source_code text, loaded_publication bigint, loading_run bigint)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  many_held constant integer := 5;
  held_share constant numeric := 0.5;
  copied_share constant numeric := 0.33;
  is_reparse boolean := exists (select from runs where id = loading_run and kind = 'reparse');
  held bigint;
  copied bigint;
  total bigint;
begin
  if exists (select from sources where code = source_code and kind = 'composite') then
    return;
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

  select count(*) filter (where reason is not null), count(*) filter (where fault = 'date'), count(*) into held, copied, total from staged_rates where fresh;
  if held >= many_held and held >= held_share * total or copied > 0 and held >= copied_share * total then
    update staged_rates
    set fault = 'document', reason = format('is in a document of which %s of %s new or changed rows are held', held, total)
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
