-- Marks the staged rows that wait in quarantine and are now confirmed: by another document of the publisher, or by the same one, unchanged,
-- twelve hours after it was first fetched. A document that answers the same request, or that request with other parameters, is the same
-- channel. A peer's document confirms only what came through a peer. Uses the temporary table staged_rates.
create or replace function mark_confirmed(source_code text, loaded_publication bigint)
returns void
language sql
as $$
  update staged_rates
  set is_confirmed = true
  from quarantine waiting
  join publications first_print on first_print.id = waiting.publication_id
  join publications loaded on loaded.id = loaded_publication
  where waiting.source = source_code and waiting.status = 'pending' and is_doubtful(waiting.fault) and fresh
    and (waiting.date, waiting.base, waiting.quote, waiting.type, waiting.rate)
      = (staged_rates.date::text, staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.value)
    and (is_from_publisher(loaded) or not is_from_publisher(first_print))
    and (split_part(loaded.url, '?', 1) <> split_part(first_print.url, '?', 1)
      or loaded.last_fetched_at >= waiting.said_at + make_interval(hours => setting('said_hours')::integer))
$$;
