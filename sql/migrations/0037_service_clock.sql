-- The clock of the service, which a demo sets back by ratebook.clock_behind, an interval that its connections carry. Defaults of columns call
-- these two functions, so they stand here and are never replaced. ratebook.clock_at is a fixed instant instead. service_now is the time of the transaction, service_clock the present.
create function service_now()
returns timestamptz
language sql stable parallel safe
return coalesce(nullif(current_setting('ratebook.clock_at', true), '')::timestamptz,
  now() - coalesce(nullif(current_setting('ratebook.clock_behind', true), ''), '0')::interval);

create function service_clock()
returns timestamptz
language sql volatile parallel safe
return coalesce(nullif(current_setting('ratebook.clock_at', true), '')::timestamptz,
  clock_timestamp() - coalesce(nullif(current_setting('ratebook.clock_behind', true), ''), '0')::interval);

alter table accounts alter column created_at set default service_now();
alter table api_keys alter column created_at set default service_now();
alter table charges alter column charged_at set default service_now();
alter table deliveries
  alter column created_at set default service_now(),
  alter column next_at set default service_now();
alter table events alter column at set default service_clock();
alter table jurisdictions alter column known_at set default service_now();
alter table market_polls alter column polled_at set default service_clock();
alter table publications
  alter column archived_at set default service_now(),
  alter column fetched_at set default service_now(),
  alter column last_fetched_at set default service_now();
alter table quarantine
  alter column detected_at set default service_now(),
  alter column said_at set default service_now();
alter table quarantine_decisions alter column decided_at set default service_now();
alter table rates alter column known_at set default service_now();
alter table rules alter column known_at set default service_now();
alter table runs alter column started_at set default service_now();
alter table tables alter column added_at set default service_now();
alter table webhooks alter column created_at set default service_now();
