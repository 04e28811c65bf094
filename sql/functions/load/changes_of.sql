-- The effect of a change on the rates of a source (see rates_changed): each rate with the one that it replaced. `former_value` is null for
-- a new rate, and `value` for a withdrawn one.
create or replace function changes_of(source_code text, publication bigint, instant timestamptz, first_date date, last_date date)
returns table (
  base text, quote text, type text, date date, value numeric, unit text, valid_from date, valid_to date,
  former_value numeric, former_unit text, former_valid_from date, former_valid_to date, former_publication bigint,
  former_known_at timestamptz)
language sql stable
as $$
  with now_known as (
    select base, quote, type, date, value, unit, valid_from, valid_to
    from rates
    where source = source_code and date between first_date and last_date and publication_id = publication and known_at = instant
  ), former as (
    select base, quote, type, date, value, unit, valid_from, valid_to, publication_id, known_at
    from rate_revisions
    where source = source_code and date between first_date and last_date and known_until = instant
  )
  select base, quote, type, date, now_known.value, now_known.unit, now_known.valid_from, now_known.valid_to,
    former.value, former.unit, former.valid_from, former.valid_to, former.publication_id, former.known_at
  from now_known
  full join former using (base, quote, type, date) -- a full join is never planned as a nested loop
  where now_known.value is not null or former.publication_id = publication
  offset 0 -- otherwise a condition of the caller turns it into a left join, which the planner may run as a nested loop
$$;
