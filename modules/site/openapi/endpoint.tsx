import type { Deprecation } from '../../../api/contract/deprecation.ts'
import type { Document, JsonSchema, Operation, Parameter } from '../../../api/openapi/types.ts'
import { withCode } from '../../pages/kit/components.tsx'
import { DataTable } from '../../pages/kit/tables.tsx'

export interface EndpointEntry {
  path: string
  verb: string
  operation: Operation
}

/** The endpoints of a description in their order. */
export function endpointsOf({ paths }: Document): EndpointEntry[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => ({ path, verb, operation }))
  )
}

type Described = Pick<Parameter, 'name' | 'required' | 'description' | 'schema'> & { in?: string }

/** The fields of a body as parameters. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema): Described[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    description,
    schema,
    required: required.includes(name)
  }))
}

/** A table of parameters or fields, each with the values that it accepts. */
export function Parameters({ label, parameters }: { label: string; parameters: Described[] }) {
  return (
    <DataTable
      label={label}
      rows={parameters}
      columns={[
        { head: parameters[0]!.in ? 'Parameter' : 'Field', cell: ({ name }) => <code>{name}</code> },
        {
          head: 'Description',
          cell: ({ in: place, required, description, schema }) => (
            <>
              {description && <p>{withCode(description)}</p>}
              <Announcement what="It" of={schema['x-deprecation']} />
              <p class="quiet small">
                {[place === 'path' ? 'in the path' : required ? 'required' : 'optional', ...valuesOf(schema)].join(
                  '; '
                )}
              </p>
            </>
          )
        }
      ]}
    />
  )
}

/** Says when an endpoint, a parameter or a field will be removed, if it will. */
export function Announcement({ what, of }: { what: string; of: unknown }) {
  if (of === undefined) return <></>
  const { sunset, see } = of as Deprecation
  return (
    <p>
      {what} will be removed on {sunset}: <a href={`/docs/changes#${see}`}>what to use instead</a>.
    </p>
  )
}

function valuesOf({ enum: values, default: usual, examples: [example] = [] }: JsonSchema): string[] {
  return [
    ...(values ? [`one of ${values.join(', ')}`] : []),
    ...(usual === undefined || usual === '' ? [] : [`default ${String(usual)}`]),
    ...(example === undefined ? [] : [`such as ${String(example)}`])
  ]
}

/** The errors of an endpoint, each with its meaning. */
export function Failures({ operation, document }: { operation: Operation; document: Document }) {
  const failures = Object.entries(operation.responses).filter(([status]) => status >= '400')
  return (
    <details>
      <summary>{`Errors: ${failures.map(([status]) => status).join(', ')}`}</summary>
      <dl>
        {failures.map(([status, response]) => (
          <>
            <dt>
              <strong>{status}</strong>
            </dt>
            <dd>
              {withCode(
                '$ref' in response
                  ? document.components.responses[response.$ref.split('/').at(-1)!]!.description
                  : response.description
              )}
            </dd>
          </>
        ))}
      </dl>
    </details>
  )
}
