import type { Database } from '../../sql/database.ts'

interface Described {
  place: string
  line: string
}

/**
 * The schema as sorted text, with a line for each column, constraint, index and function. It is the same for every
 * supported version of PostgreSQL.
 * Partitions are omitted, because they depend on the data.
 */
export async function dumpSchema(database: Database): Promise<string> {
  const described = await database.write<Described>(`
    with kept as (
      select c.oid, c.relname
      from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    )
    select relname || ' 1' as place, format('table %s: %s %s%s%s', relname, attname, format_type(atttypid, atttypmod),
        case when attnotnull then ' not null' else '' end,
        case
          when attidentity <> '' then ' identity'
          when attgenerated <> '' then ' generated ' || pg_get_expr(adbin, adrelid)
          else coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
        end) as line
    from kept
    join pg_attribute a on attrelid = kept.oid and attnum > 0 and not attisdropped
    left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
    union all
    select relname || ' 2', format('constraint of %s: %s %s', relname, conname, pg_get_constraintdef(con.oid))
    from kept
    join pg_constraint con on conrelid = kept.oid and contype <> 'n'
    union all
    select relname || ' 3', format('index of %s: %s', relname, replace(replace(pg_get_indexdef(indexrelid), current_schema() || '.', ''), ' ON ONLY ', ' ON '))
    from kept
    join pg_index on indrelid = kept.oid
    union all
    select '~', format('function %s(%s) returns %s', proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid))
    from pg_proc p
    where pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    order by 1, 2`)
  return described.map(({ line }) => `${line}\n`).join('')
}
