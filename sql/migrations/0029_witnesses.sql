-- The logs of others for which this service is a witness, each with the newest checkpoint that it countersigned.
create table witnessed_logs (
  origin text primary key,
  size bigint not null,
  root bytea not null check (length(root) = 32),
  checkpoint text not null,
  cosigned_at timestamptz not null default now()
);

-- The newest checkpoint of the log here that each witness countersigned: the line of its signature, and when it signed.
create table cosignatures (
  witness text primary key,
  size bigint not null,
  root bytea not null check (length(root) = 32),
  line text not null,
  cosigned_at timestamptz not null
);
