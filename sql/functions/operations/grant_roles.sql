-- Grants each existing role of the service the rights that it needs. The loader writes loaded data, appends to the log and delivers to
-- webhooks. The api reads everything and writes accounts and counts. The reader reads rates and their evidence.
-- Partitions and the nodes of the log are created by functions that run as the owner; only the loader may call those of the partitions, and
-- the one that collects statistics.
create or replace function grant_roles()
returns void
language plpgsql
as $$
declare
  home text := quote_ident(current_schema());
  loaded text := 'sources, currencies, redenominations, pegs, regimes, documents, publications, rates, rate_revisions, tables, coverage, '
    'series, series_months, runs, unread_days, quarantine, quarantine_decisions, composite_due, composite_shares, feeds, market_rates, '
    'market_changes, market_hours, market_days, market_polls, alerts, events, overdue_sources, doubts';
  public_tables text := 'sources, currencies, redenominations, pegs, regimes, documents, publications, rates, rate_revisions, tables, '
    'coverage, series, series_months, unread_days, doubts, jurisdictions, rules, feeds, market_rates, market_hours, market_days, '
    'log_entries, log_nodes';
  counted text := 'users, sessions, credentials, verifications, accounts, api_keys, allowances_used, usage, windows, charges, webhooks, '
    'deliveries';
  as_owner text := 'make_partitions, make_market_partitions, expire_market, analyze_grown';
  name text;
begin
  execute format('revoke execute on function %s from public', as_owner);
  foreach name in array array['ratebook_loader', 'ratebook_api', 'ratebook_reader'] loop
    continue when not exists (select from pg_roles where rolname = name);
    execute format('revoke all on all tables in schema %s from %I', home, name);
    execute format('grant usage on schema %s to %I', home, name);
    execute case name
      when 'ratebook_loader' then format('
          grant select, insert, update, delete on %1$s to %2$I;
          grant select on schema_scripts, log_nodes, rules to %2$I;
          grant select, insert on log_entries to %2$I;
          grant select, update on webhooks to %2$I;
          grant select, insert, update, delete on deliveries to %2$I;
          grant execute on function %3$s to %2$I', loaded, name, as_owner)
      when 'ratebook_api' then format('
          grant select on all tables in schema %1$s to %2$I;
          grant insert, update, delete on %3$s to %2$I', home, name, counted)
      else format('
          grant select on %1$s to %2$I;
          grant usage on schema ratebook_data to %2$I;
          grant select on all tables in schema ratebook_data to %2$I', public_tables, name)
    end;
  end loop;
end $$;
