-- What each bank gives for one US dollar behind a composite figure, for the pairs of two other currencies (see composite_crosses). `tables` has
-- the bank, the age of its table in days and the place of the rate type in its order; `figures` are those of the same places.
create table composite_shares (
  date date not null,
  currency text not null,
  known_at timestamptz not null,
  tables text[] not null,
  figures numeric[] not null,
  primary key (date, currency, known_at)
);
-- The days whose shares are not stored yet: of the last 400 days now, of earlier ones with `ratebook composite`.
insert into composite_due (days)
select datemultirange(daterange(min(date), max(date), '[]'))
from tables
where source = 'composite'
having count(*) > 0;
