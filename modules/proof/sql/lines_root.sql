-- The Merkle root over lines of a log entry in hexadecimal; null without lines.
create or replace function lines_root(lines text)
returns text
language sql immutable parallel safe strict
as $$
  select encode(tree[cardinality(tree)], 'hex')
  from line_tree(lines) tree
$$;
