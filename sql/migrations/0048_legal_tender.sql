-- The first day of the new notes and coins if it is later than that of the unit, and the last day of the former unit as legal tender; null
-- if unknown.
alter table redenominations add column cash_from date, add column tender_until date;
