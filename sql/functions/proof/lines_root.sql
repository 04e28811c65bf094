-- The root of the Merkle tree over lines as the log has it, in hexadecimal; null where there is no line.
create or replace function lines_root(lines text)
returns text
language sql immutable parallel safe strict
as $$
  select encode(tree[cardinality(tree)], 'hex')
  from line_tree(lines) tree
$$;
