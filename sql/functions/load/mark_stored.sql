-- Marks the staged rows of a publication, dated from `first_day` to `last_day`, that are stored already: their value, publication and
-- instant, and `fresh` as false if nothing would change, or if a newer document printed the date of the stored value. Of documents with a
-- printed time, the one with the latest time is the newest, whether or not a stored rate references it, but not for a row that it has in
-- quarantine; of others, the one that was fetched last. `is_earlier` is true of a row that a later printed time keeps out. For a document
-- from the publisher, a value from a peer counts as not stored. Uses the temporary table staged_rates. The stored rows of the document's
-- days are read at once: the planner has no statistics of a new source, and would scan them all for each staged row.
create or replace function mark_stored(loaded publications, first_day date, last_day date)
returns void
language plpgsql set plan_cache_mode = force_custom_plan set enable_nestloop = off
as $$
#variable_conflict use_column
declare
  latest publications;
begin
  if not exists (select from series where source = loaded.source and first_date <= last_day and last_date >= first_day) then
    return;
  end if;
  if loaded.printed_at is not null then
    select * into latest
    from publications
    where source = loaded.source and from_date = first_day and printed_at is not null and id <> loaded.id
    order by printed_at desc, last_fetched_at desc
    limit 1;
  end if;

  with kept_back as materialized (
    select date, base, quote, type
    from quarantine
    where source = loaded.source and publication_id = latest.id and status in ('pending', 'rejected', 'unsaid')
  ), stored as materialized (
    select base, quote, type, date, value, valid_from, valid_to, publication_id, known_at,
      latest.id is not null and not exists (
        select from kept_back
        where (kept_back.date, kept_back.base, kept_back.quote, kept_back.type)
          = (rates.date::text, rates.base, rates.quote, rates.type)) as has_latest
    from rates
    where source = loaded.source and date between first_day and last_day
  ), brought as materialized (
    select id, printed_at is not null and loaded.printed_at is not null as is_timed,
      case when printed_at is null or loaded.printed_at is null then last_fetched_at > loaded.last_fetched_at
        else (printed_at, last_fetched_at) > (loaded.printed_at, loaded.last_fetched_at) end as was_newer,
      is_from_publisher(loaded) and not is_from_publisher(publications) as counts_as_none
    from publications
    where id = any(array(select distinct publication_id from stored))
  )
  update staged_rates
  set former = case when not counts_as_none or stored.value = staged_rates.value then stored.value end,
    fresh = not (is_newer or stored.value = staged_rates.value and (stored.valid_from, stored.valid_to) is not distinct
      from (staged_rates.valid_from, staged_rates.valid_to)),
    is_earlier = latest.printed_at > loaded.printed_at and is_newer and stored.value <> staged_rates.value,
    stored_by = publication_id, stored_at = known_at
  from stored
  join brought on id = publication_id
  cross join lateral (
    select was_newer or is_timed and has_latest and (latest.printed_at, latest.last_fetched_at)
      > (loaded.printed_at, loaded.last_fetched_at) as is_newer
  ) compared
  where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (stored.base, stored.quote, stored.type,
    stored.date);
end $$;
