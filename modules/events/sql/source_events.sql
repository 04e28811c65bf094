-- The newest events of a source, newest first. `changes` has the first twenty figures of a correction as text, with all their digits; of
-- the year up to the newest table, whose figures are open to all.
create or replace function source_events(source_code text, at_most integer)
returns table (place bigint, source text, kind text, at timestamptz, details json, changes text[])
language sql stable
as $$
  select place, source, kind, at, details,
    case when kind = 'correction' then array(
      select format('%s/%s %s of %s: %s', change ->> 'base', change ->> 'quote', change ->> 'type', change ->> 'date',
        case when change ->> 'new_value' is null then format('%s was withdrawn', change ->> 'old_value')
        else format('%s → %s (%s%s)', change ->> 'old_value', change ->> 'new_value',
          case when (change ->> 'difference')::numeric > 0 then '+' end, change ->> 'difference')
        end)
      from json_array_elements(details -> 'series') with ordinality own (change, ordinality)
      where change ->> 'old_value' is not null -- events of earlier versions have no values
        and (change ->> 'date')::date >= latest_date - 366
      order by ordinality
      limit 20)
    end
  from events
  left join coverage using (source)
  where source = source_code
  order by place desc
  limit at_most
$$;
