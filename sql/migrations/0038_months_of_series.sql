-- What a file of a source's archive contains and costs, known before its rows are read (see symbol_extent). count_months keeps it.
create table series_months (
  source text collate "C" not null references sources,
  base text collate "C" not null,
  quote text collate "C" not null,
  type text collate "C" not null,
  month date not null, -- its first day
  rates integer not null,
  whole integer not null, -- the most digits before the point
  scale integer not null, -- and after it
  has_validity boolean not null,
  has_printed boolean not null,
  primary key (source, base, quote, type, month)
);

insert into series_months
select source, base, quote, type, date_trunc('month', date::timestamp)::date as month, count(*), max(length(trunc(value)::text)),
  max(scale(value)), bool_or(num_nonnulls(valid_from, valid_to) > 0), bool_or(unit <> '1')
from rates
group by source, base, quote, type, month;
