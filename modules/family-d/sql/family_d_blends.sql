-- True for a source whose figures are part of the blend: an official one with figures of days. Monthly and quarterly ones, such as the
-- rates of customs authorities, are served by their keys alone.
create or replace function family_d_blends(kind text, cadence text)
returns boolean
language sql immutable parallel safe
return kind not in ('composite', 'commercial_bank') and cadence in ('daily', 'weekly');
