-- The days whose composite is to be made anew, as merge_staged writes them: a span for each load, so that no load waits for another.
create table composite_due (
  id bigint generated always as identity primary key,
  days datemultirange not null
);
insert into composite_due (days)
select datemultirange(daterange(min(date), max(date), '[]'))
from tables
having count(*) > 0;
