-- The first leaf of the right part of the log's tree over the leaves from `start` up to `stop`: the left part has the largest power of two
-- smaller than the number of leaves (section 2.1 of RFC 6962).
create or replace function log_split(start bigint, stop bigint)
returns bigint
language sql immutable parallel safe
return (select start + (1::bigint << max(power)) from generate_series(0, 62) power where 1::bigint << power < stop - start);
