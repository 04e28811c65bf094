-- The storage of the rates: TimescaleDB or native partitions, the number of parts and of compressed ones, and the bytes.
create or replace function storage_of_rates()
returns table (engine text, parts bigint, compressed bigint, bytes bigint)
language plpgsql stable
as $$
begin
  if (select relkind from pg_class where oid = 'rates'::regclass) = 'p' then
    return query
    select 'native partitions', count(*), 0::bigint, coalesce(sum(pg_total_relation_size(relid)), 0)::bigint
    from pg_partition_tree('rates')
    where isleaf and relid <> 'rates'::regclass;
  else
    return query execute $query$
      select 'TimescaleDB ' || (select extversion from pg_extension where extname = 'timescaledb'), count(*),
        count(*) filter (where is_compressed),
        hypertable_size('rates')
      from timescaledb_information.chunks
      where hypertable_schema = current_schema() and hypertable_name = 'rates'
    $query$;
  end if;
end $$;
