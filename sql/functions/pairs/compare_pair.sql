-- The newest rate of a pair at each bank that has it, by code, with the kind of the bank and the group of the rate (see rate_group). With
-- `wanted` it is the newest one on or before that date, and staleness and groups are determined as of that date, else as of today. Without
-- `wanted`, a source that dates its rates by the start of their validity has the rate in force today. `known` restricts the answer to rates
-- known at that instant. `stale`: more than stale_days() old, or no longer in force at its bank. Composites are excluded. The wanted type
-- `comparable` means the group daily.
create or replace function compare_pair(
  source_currency text, target_currency text, today date, wanted_type text default null, wanted date default null,
  known timestamptz default null)
returns table (
  code text, name text, rate numeric, rate_date date, rate_type text, derived boolean, method text, valid_from date, valid_to date,
  stale boolean, kind text, "group" text,
  printed_value numeric, printed_unit json, note text)
language sql stable parallel safe
as $$
  select code, name, resolved.rate, resolved.date, resolved.rate_type, resolved.derived, resolved.method, resolved.valid_from,
    resolved.valid_to, is_stale, kind, comparison."group", printed_value(resolved.rate, resolved.unit), printed_unit(resolved.unit),
    printed_note(resolved.unit)
  from resolve_pair(null, source_currency, target_currency, coalesce(wanted, 'infinity'), nullif(wanted_type, 'comparable'), known) newest
  join sources on sources.code = newest.source
  cross join lateral (select wanted is null and dated = 'effective' and newest.date > today as is_ahead) hold
  cross join lateral (
    select newest.* where not is_ahead
    union all
    select resolved.*
    from resolve_pair(newest.source, source_currency, target_currency, today, nullif(wanted_type, 'comparable'), known) resolved
    where is_ahead
  ) resolved
  cross join lateral (select coalesce(wanted, today) as day) asked
  cross join lateral (select not resolved.in_force or resolved.date < day - stale_days() as is_stale) age
  cross join lateral (select rate_group(sources, resolved.rate_type, resolved.date, day, is_stale) as "group") comparison
  where active and kind <> 'composite' and (wanted_type is distinct from 'comparable' or comparison."group" = 'daily')
  order by code
$$;
