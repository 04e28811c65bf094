-- An alert is about a table that waits (`about` is its date), about a failing source whose table is due, or about a source.
alter table alerts
  add column about text not null default '',
  drop constraint alerts_pkey,
  add primary key (source, kind, about),
  drop constraint alerts_kind_check,
  add constraint alerts_kind_check check (kind in ('failing', 'waiting', 'refused', 'overdue'));

insert into alerts (source, kind, about)
select distinct source, 'waiting', date
from quarantine
join alerts using (source)
where alerts.kind = 'waiting' and status = 'pending' and fault in ('move', 'price', 'table', 'correction');
delete from alerts where kind = 'waiting' and about = '';
