-- The changes of some rates of a source after a moment (an array of base, quote, type and date): each later value and when it was known,
-- oldest first; a null value where a rate was withdrawn.
create or replace function changes_since(source_code text, series json, known timestamptz)
returns table (base text, quote text, type text, date date, value text, known_at timestamptz, publication_id bigint)
language sql stable
as $$
  with asked as (
    select *
    from json_to_recordset(series) it (base text, quote text, type text, date date)
  ), versions as (
    select base, quote, type, date, value, known_at, null::timestamptz as known_until, publication_id
    from rates
    join asked using (base, quote, type, date)
    where source = source_code
    union all
    select base, quote, type, date, value, known_at, known_until, publication_id
    from rate_revisions
    join asked using (base, quote, type, date)
    where source = source_code
  )
  select base, quote, type, date, value::text, known_at, publication_id
  from versions
  where known_at > known
  union all
  select base, quote, type, date, null, known_until, publication_id
  from versions one
  where known_until > known
    and not exists (select from versions later where (later.base, later.quote, later.type, later.date, later.known_at) = (one.base, one.quote, one.type, one.date, one.known_until))
  order by known_at, base, quote, type
$$;
