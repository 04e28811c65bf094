-- The proofs that lines are in the tree over all lines of a log entry (PATH of RFC 6962, section 2.1.1): for each place, counted from 0,
-- the nodes upwards from the line in base64.
create or replace function line_proofs(lines text, places integer[])
returns table (place integer, inclusion json)
language sql immutable parallel safe
as $$
  select place, coalesce(json_agg(node order by height) filter (where node is not null), '[]')
  from (
    select place, height, case when 32 * beside < length(nodes)
      then encode(substring(nodes from 32 * beside + 1 for 32), 'base64') end as node
    from line_tree(lines) tree
    cross join unnest(tree) with ordinality level (nodes, height)
    cross join lateral (select place, (place >> (height::integer - 1)) # 1 as beside from unnest(places) place) sibling
    offset 0 -- keeps the megabytes of a level out of the sort
  ) path
  group by place
$$;
