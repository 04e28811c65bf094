-- Writes a reason beside each staged row that differs from what is stored and cannot be trusted:
-- * it was rejected before, or waits already; a row that waits for its level is judged again, since the other banks may have followed, and so is one
--   that waited while only a peer had it, once the publisher sends it;
-- * it comes through a peer and contradicts what the publisher sent (check_peer);
-- * it contradicts another document of the same run (check_run);
-- * it corrects stored values (check_corrections), is in a table that has nothing in common with what is stored of its day (check_agreement), or is
--   stored under another date or name (check_copies, check_names);
-- * the change that is printed beside it contradicts it (check_changes), or in a first table the mean of two prices (check_means);
-- * its date does not fit the source (check_dates), or its value does not fit the neighbouring days, its table and the other banks
--   (check_levels, check_tables, check_new_series, check_new_tables, check_own_dollar, check_rest_of_tables), its code was no money then
--   (check_code_dates), or its source begins with a pair without the currency that all its pairs have (check_common_currency).
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
  oldest date;
  newest date;
begin
  if exists (select from sources where code = source_code and kind = 'composite') then
    return; -- it is made of what was checked
  end if;

  update staged_rates
  set fault = quarantine.fault, reason = quarantine.reason
  from quarantine
  join publications held on held.id = quarantine.publication_id
  cross join (select is_own(publications) as from_publisher from publications where id = loaded_publication) loaded
  where quarantine.source = source_code
    and (status = 'rejected' or status = 'pending' and quarantine.fault <> 'level' and not (from_publisher and (not is_own(held) or detected_at < held.confirmed_at) is true))
    and quarantine.date = staged_rates.date::text and quarantine.base = staged_rates.base and quarantine.quote = staged_rates.quote
    and quarantine.type = staged_rates.type and quarantine.value = staged_rates.printed and quarantine.unit = staged_rates.unit
    and fresh;

  perform check_peer(loaded_publication);
  perform check_run(loading_run);
  perform check_corrections(source_code, is_reparse);
  perform check_agreement(source_code, loaded_publication);
  perform check_copies(source_code, loaded_publication);
  perform check_names(source_code, loaded_publication);

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
  perform check_dates(source_code, loaded_publication);
  perform check_levels(source_code);
  perform check_tables(source_code);
  select min(date), max(date) into oldest, newest from new_rates(source_code);
  if newest is not null then -- to plan these takes a quarter of the time of a small load
    perform check_common_currency(source_code, oldest, newest);
    if exists ( -- the three hold the series against what other banks had then
      select
      from series
      join sources on code = source
      where source <> source_code and active and kind <> 'composite' and first_date <= newest and last_date > oldest - stale_days()
    ) then
      perform check_new_series(source_code);
      perform check_new_tables(source_code);
      perform check_own_dollar(source_code);
    end if;
    perform check_rest_of_tables(source_code);
  end if;
  perform check_gaps(source_code);
end $$;
