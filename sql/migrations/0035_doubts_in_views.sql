-- A subselect, and not a join, so that a statement that would change the view fails for want of the privilege, as before.
create or replace view ratebook_data.official_rates as
select source, date as rate_date, base, quote, type, value, source = 'composite' as derived, unit, valid_from, valid_to, publication_id, known_at,
  (select doubt from doubts where (doubts.source, doubts.base, doubts.quote, doubts.type, doubts.date) = (rates.source, rates.base, rates.quote, rates.type, rates.date)) as doubt
from rates;
