import { z } from 'zod'
import { VERSION } from '../../api/contract/version.ts'
import { route } from '../../api/server/route.ts'

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

const text = (description: string, example: string) =>
  z
    .string()
    .min(1)
    .max(100)
    .meta({ description, examples: [example] })

/** The tools as the public registry of Model Context Protocol servers describes them. */
export const serverJson = route({
  path: '/server.json',
  summary: 'Get the description of the tools for the public registry of Model Context Protocol servers',
  access: 'keyless',
  cors: true,
  response: z.strictObject({
    $schema: z.literal(SCHEMA),
    name: z
      .string()
      .max(200)
      .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
      .meta({
        description: 'The host of the service in reverse, and ratebook.',
        examples: ['org.example.rates/ratebook']
      }),
    title: text('The name for people.', 'Ratebook'),
    description: text('What the tools return.', 'Official exchange rates as their publishers print them'),
    version: z
      .string()
      .max(255)
      .meta({ description: 'The version of the service.', examples: ['2.3.0'] }),
    websiteUrl: z.url().meta({ description: 'The home page of the service.', examples: ['https://rates.example.org'] }),
    remotes: z.array(
      z.strictObject({
        type: z.literal('streamable-http'),
        url: z.url().meta({ description: 'The URL of the tools.', examples: ['https://rates.example.org/api/mcp'] }),
        headers: z.array(
          z.strictObject({
            name: z.string().meta({ description: 'The header.', examples: ['X-API-Key'] }),
            description: z
              .string()
              .meta({ description: 'The value that the header must have.', examples: ['An API key.'] }),
            isRequired: z
              .boolean()
              .meta({ description: 'True if every request must have the header.', examples: [false] }),
            isSecret: z
              .boolean()
              .meta({ description: 'True if the value of the header is a secret.', examples: [true] })
          })
        )
      })
    )
  }),
  cacheControl: 'public, max-age=300',
  run: async (_request, { origin }) => ({
    fields: {
      $schema: SCHEMA,
      name: `${nameOf(origin)}/ratebook`,
      title: 'Ratebook',
      description: 'Official exchange rates as their publishers print them, with date, source and document',
      version: VERSION,
      websiteUrl: origin,
      remotes: [
        {
          type: 'streamable-http',
          url: `${origin}/api/mcp`,
          headers: [
            {
              name: 'X-API-Key',
              description: `An API key of ${origin}/register. Without one, the newest rates are open.`,
              isRequired: false,
              isSecret: true
            }
          ]
        }
      ]
    }
  })
})

/** The host in reverse, as the registry names the servers of a domain. */
function nameOf(origin: string): string {
  const { hostname } = new URL(origin)
  return hostname
    .replace(/[^a-z\d.-]/g, '')
    .split('.')
    .reverse()
    .join('.')
}
