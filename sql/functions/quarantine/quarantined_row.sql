-- A quarantined row, pending or decided, with its document, its rate for one base unit (null if the figure is not a number or is per gram),
-- and the operators' decisions, oldest first. No row if it is unknown.
create or replace function quarantined_row(quarantined bigint)
returns table (
  id bigint, source text, name text, date text, base text, quote text, type text, value text, unit text, reason text, status text,
  detected_at timestamptz,
  publication_id bigint, url text, method text, body text, media_type text, charset text, fetched_at timestamptz, rate text, decisions json)
language sql stable
as $$
  select figure.id, source, sources.name, figure.date, figure.base, figure.quote, figure.type, figure.value, figure.unit, figure.reason,
    figure.status, figure.detected_at,
    publication_id, url, method, request_body, media_type, charset, fetched_at,
    case
      when rate is not null then rate
      when figure.value ~ '^[0-9]+([.][0-9]+)?$' and figure.unit ~ '^[1-9][0-9]*$'
        then trim_scale(divide(figure.value::numeric, figure.unit::numeric))
    end::text,
    (select coalesce(json_agg(json_build_object('decision', decision, 'by', decided_by, 'why', why, 'at', utc_text(decided.decided_at))
      order by decided.id), '[]')
     from quarantine_decisions decided
     where quarantine_id = figure.id)
  from quarantine figure
  join sources on code = source
  join publications using (source)
  where figure.id = quarantined and publications.id = publication_id
$$;
