-- For a pair without a rate at a source: a clause that names the code in which the source prints it, if this code replaced, or was replaced
-- by, the code of one of its currencies. Null otherwise. A replaced code that is still in use does not count.
create or replace function printed_code(
  source_code text, source_currency text, target_currency text, wanted date, known timestamptz, with_crosses boolean)
returns text
language sql stable parallel safe
as $$
  select string_agg(format('%s prints %s, which %s on %s', source_code, printed,
    case when printed = former then newest.successor || ' replaced' else 'replaced ' || former end, since), '; ' order by printed)
  from (
    select distinct on (former) former, successor, redenominations.date as since
    from redenominations
    where former <> successor
    order by former, redenominations.date desc
  ) newest
  join currencies on code = former and last_date is not null
  cross join lateral (
    select case when newest.successor in (source_currency, target_currency) then former else newest.successor end as printed,
      case when newest.successor in (source_currency, target_currency) then newest.successor else former end as requested
  ) codes
  cross join lateral resolve_pair(source_code,
    case source_currency when requested then printed else source_currency end,
    case target_currency when requested then printed else target_currency end, wanted, null, known, with_crosses) resolved
  where requested in (source_currency, target_currency) and printed not in (source_currency, target_currency) and in_force
$$;
