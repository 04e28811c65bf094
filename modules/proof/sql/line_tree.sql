-- The Merkle tree over lines of a log entry (RFC 6962, section 2.1): for each height the concatenated hashes, from the lines to the root.
-- Null without lines.
create or replace function line_tree(lines text)
returns bytea[]
language plpgsql immutable parallel safe strict
as $$
declare
  tree bytea[];
  nodes bytea;
  pairs integer;
begin
  select string_agg(sha256('\x00'::bytea || convert_to(line, 'UTF8')), '' order by place) into nodes
  from string_to_table(lines, E'\n') with ordinality leaf (line, place);
  loop
    tree := tree || nodes;
    pairs := length(nodes) / 64;
    exit when pairs = 0;
    select string_agg(sha256('\x01'::bytea || substring(nodes from 64 * pair + 1 for 64)), '' order by pair)
      || substring(nodes from 64 * pairs + 1) into nodes
    from generate_series(0, pairs - 1) pair;
  end loop;
  return tree;
end $$;
