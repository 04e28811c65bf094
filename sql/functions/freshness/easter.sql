-- Easter Sunday of a year from 1900 to 2099: of the Western churches (the Gregorian rule), or of most Orthodox churches (the Julian rule).
-- PostgreSQL inlines calls of a function with a single expression.
create or replace function easter(year integer, is_orthodox boolean)
returns date
language sql immutable parallel safe
return case when is_orthodox
  then make_date(year, 4, 4) + (19 * (year % 19) + 15) % 30
    + (2 * (year % 4) + 4 * (year % 7) + 6 * ((19 * (year % 19) + 15) % 30) + 6) % 7
  else make_date(year, 3, 22) + (19 * (year % 19) + 24) % 30
    + (2 * (year % 4) + 4 * (year % 7) + 6 * ((19 * (year % 19) + 24) % 30) + 5) % 7
    - case when year in (1954, 1981, 2049, 2076) then 7 else 0 end
end;
