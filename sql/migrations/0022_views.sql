-- What readers of the database may rely on: views that keep their names, columns and meaning from one version to the next, whatever becomes of the
-- tables behind them. They are in a schema of their own, so that a role can be given them and nothing else. A later version may add columns at
-- the end. The schema is not named after the owner, whose search path would find it first.
create schema ratebook_data;

create view ratebook_data.official_rates as
select source, date as rate_date, base, quote, type, value, source = 'composite' as derived, unit, valid_from, valid_to, publication_id, known_at
from rates;

create view ratebook_data.official_tables as
select source, date as rate_date, (select count(*) from rates where rates.source = tables.source and rates.date = tables.date) as rates
from tables;

create view ratebook_data.sources as
select code, name, country, home_currency, kind, rate_types, cadence, timezone, history_from, ended, dated, publishes, source_url, terms_url, terms, notes,
  latest_date, coalesce(days, 0) as days
from sources
left join coverage on source = code
where active;

create view ratebook_data.revisions as
select source, date as rate_date, base, quote, type, value, unit, valid_from, valid_to, publication_id, known_at, known_until
from rate_revisions;

comment on schema ratebook_data is 'Official rates for readers. These views stay stable from version to version.';
comment on view ratebook_data.official_rates is 'Every rate as it is known now: the price of one unit of base in quote. Times unit (1 for gram) it is the figure as printed.';
comment on view ratebook_data.official_tables is 'The dates on which each source has a table, and how many rates it has.';
comment on view ratebook_data.sources is 'Every source, with the date of its newest table.';
comment on view ratebook_data.revisions is 'What a rate was before its publisher changed it, and from when until when that was known.';
