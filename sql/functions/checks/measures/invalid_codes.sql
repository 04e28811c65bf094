-- The fresh staged rows in a code that was not valid on their date: more than a week before its first day, more than two years after its
-- last, or after its last if the source had tables in the 400 days before, and no series in the code within 400 days. A source that
-- restates its history in later units (`restated`) is exempt. A row is contradicted by a rate in the successor that is more than a tenth
-- from it in that unit.
create or replace function invalid_codes()
returns table (base text, quote text, type text, date date, code text, is_early boolean, limit_day date, is_contradicted boolean)
language plpgsql
as $$
#variable_conflict use_column
declare
  source_code constant text := (select source from measured_document);
  days_early constant integer := setting('code_early_days');
  days_late constant integer := setting('code_late_days');
  gap_days constant integer := setting('neighbour_days');
  agree constant float8 := ln(1 + setting('broken_agree'));
begin
  if not exists (
    select
    from (select base, quote, min(date) as first_day, max(date) as last_day from staged_rates where fresh group by base, quote) span
    join currencies on code in (base, quote) and (first_day < first_date - days_early or last_day > last_date)
  ) then
    return;
  end if;

  return query
  with outside as materialized (
    select staged.base, staged.quote, staged.type, staged.date, staged.value, code, first_date, last_date
    from staged_rates staged
    cross join lateral (values (base), (quote)) side (code)
    join currencies using (code)
    where fresh and former is null and (staged.date < first_date - days_early or staged.date > last_date)
      and not exists (select from sources where sources.code = source_code and restated && array['all', currencies.code])
  ), invalid as materialized (
    select *
    from outside
    where date < first_date or date > last_date + days_late
      or exists (select from tables where source = source_code and tables.date < outside.date and tables.date > outside.date - gap_days)
        and not exists (
          select from series
          where source = source_code and code in (series.base, series.quote) and outside.date between series.first_date - gap_days
            and series.last_date + gap_days
        )
  ), renamed as materialized (
    select invalid.*, case when base = code then successor else base end as new_base, case when quote = code then successor else quote end
      as new_quote, value::float8 * case when base = code then ratio else 1 / ratio end as new_value
    from invalid
    left join redenominations on former = code and former <> successor and redenominations.date <= invalid.date
      and invalid.date > last_date
  )
  select renamed.base, renamed.quote, renamed.type, renamed.date, renamed.code, renamed.date < renamed.first_date,
    case when renamed.date < renamed.first_date then renamed.first_date else renamed.last_date end,
    coalesce(abs(ln(new_value / case when new_base = new_quote then 1 else coalesce(own.value::float8, stored.value::float8) end))
      > agree, false)
  from renamed
  left join staged_rates own on (own.base, own.quote, own.type, own.date) = (new_base, new_quote, renamed.type, renamed.date)
  left join rates stored on stored.source = source_code
    and (stored.base, stored.quote, stored.type, stored.date) = (new_base, new_quote, renamed.type, renamed.date);
end $$;
