-- The series that a rule names, in order of preference: those of its rate for a side, then its fallbacks, each with the currency of its
-- cross, if any. `side` is null for a rate that does not depend on the side. `is_choice`: the taxpayer may choose among several, and
-- `choice` is the series to choose; it is null for a rate without a choice.
create or replace function rule_series(document jsonb)
returns table (side text, choice text, place integer, publisher text, type text, via text, is_choice boolean)
language sql immutable parallel safe
as $$
  with rates as (
    select null as side, null as choice, 1 as place, document ->> 'rate' as series where jsonb_typeof(document -> 'rate') = 'string'
    union all
    select null, series, ordinality::integer, series
    from jsonb_array_elements_text(case jsonb_typeof(document -> 'rate') when 'array' then document -> 'rate'
      else '[]' end) with ordinality listed (series, ordinality)
    union all
    select key, null, 1, value
    from jsonb_each_text(case jsonb_typeof(document -> 'rate') when 'object' then document -> 'rate' else '{}' end)
  ), requested as (
    select side, choice, place, series, null as via, choice is not null as is_choice from rates
    union all
    select side, choice, 100 * place + ordinality::integer, case when via is null then fallback else series end, via, false
    from rates
    cross join jsonb_array_elements_text(coalesce(document -> 'fallback', '[]')) with ordinality listed (fallback, ordinality)
    cross join lateral (select substring(fallback from '^cross\((...)\)$') as via) crossed
  )
  select side, choice, place, split_part(series, ':', 1), nullif(split_part(series, ':', 2), ''), via, is_choice from requested
$$;
