-- Spreads the archived documents over the servers of Citus, by their hashes, where that can be done (see can_distribute).
-- A document never changes once it is stored, so it does not matter when a transaction commits on which server. Everything else stays on the
-- coordinator: an answer reads rates, the log and their publications as of one instant, which Citus does not offer across servers.
create or replace function distribute_documents()
returns void
language plpgsql
as $$
begin
  if can_distribute() then
    alter table publications drop constraint publications_sha256_fkey; -- none can lead from one server to another
    perform create_distributed_table('documents', 'sha256');
    perform truncate_local_data_after_distributing_table('documents');
  end if;
end $$;
