-- The rates of a base in some currencies (null means all) at each of some sources (see family_d_sources), as resolve_pair derives them: one
-- row for each source, currency and table of a window. Of a data set, the rates whose figures are all from its documents.
create or replace function family_d_own(keys text[], base text, quotes text[], from_date date, to_date date)
returns table (key text, date date, quote text, rate numeric, method text)
language sql stable parallel safe
as $$
  select distinct on (data_set.key, own.target, own.date) data_set.key, own.date, own.target, own.rate, own.method
  from family_d_sources(keys) data_set
  cross join lateral rate_derivations(data_set.source, base, quotes, from_date, to_date) own
  where own.target <> base
    and (documents is null or not exists (
      select
      from sources
      join rates on rates.source = code and rates.date = own.date and rates.type = own.rate_type
        and rates.base in (family_d_own.base, own.target, home_currency)
        and rates.quote in (family_d_own.base, own.target, home_currency)
      join publications on publications.id = publication_id
      where code = data_set.source and url not like documents))
  order by data_set.key, own.target, own.date, own.priority
$$;
