-- Compresses the chunks of rates that end before a date, by series and newest first. Returns the number of compressed chunks. Compressed
-- rates can still be read, corrected and added. Raises feature_not_supported on native partitions.
create or replace function compress_rates(before date)
returns bigint
language plpgsql
as $$
declare
  chunks bigint;
begin
  if (select relkind from pg_class where oid = 'rates'::regclass) = 'p' then
    raise exception using errcode = 'feature_not_supported',
      message = 'rates are stored in native partitions, which can''t be compressed: restore a backup into a database with TimescaleDB';
  end if;
  if not exists (select from timescaledb_information.compression_settings
    where hypertable_schema = current_schema() and hypertable_name = 'rates') then
    alter table rates set (timescaledb.compress, timescaledb.compress_segmentby = 'source, base, quote, type',
      timescaledb.compress_orderby = 'date desc');
  end if;
  select count(compress_chunk(format('%I.%I', chunk_schema, chunk_name)::regclass)) into chunks
  from timescaledb_information.chunks
  where hypertable_schema = current_schema() and hypertable_name = 'rates' and not is_compressed and range_end::date <= before;
  return chunks;
end $$;
