import { z } from 'zod'
import { publicSet, ringOf } from './keys.ts'
import { parseTileAddress } from './kit/tiles.ts'
import { notFound } from '../../api/contract/errors.ts'
import * as fields from '../../api/contract/fields.ts'
import { taggedBytes } from '../../api/formats/index.ts'
import { IMMUTABLE } from '../../api/server/cache-control.ts'
import { route } from '../../api/server/route.ts'
import { findBundle, findConsistency, findLogHead, findTile, writeCheckpoint } from './log-query.ts'

export const checkpoint = route({
  path: '/log/checkpoint',
  summary:
    'Get the size and the root of the log of everything that was loaded, as a signed note (C2SP tlog-checkpoint)',
  access: 'keyless',
  cors: true,
  response: z.string(),
  mediaType: 'text/plain',
  failures: [503],
  cacheControl: 'public, no-cache',
  run: async (_request, context) => {
    const [head, ring] = await Promise.all([findLogHead(context.database), ringOf(context)])
    return taggedBytes(writeCheckpoint(head, ring), { 'Content-Type': 'text/plain; charset=utf-8' })
  }
})

const hash = z.base64().meta({
  description: 'A hash of the tree, as Base64.',
  examples: ['47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=']
})

export const consistency = route({
  path: '/log/consistency',
  summary: 'Get the proof that the log still begins with an earlier checkpoint (RFC 6962, section 2.1.2)',
  access: 'keyless',
  cors: true,
  query: {
    earlier: z
      .string()
      .regex(/^(0|[1-9]\d{0,11})$/, 'expected the size of an earlier checkpoint')
      .meta({ description: 'The size in the earlier checkpoint.', examples: ['1'] })
  },
  response: z.strictObject({
    earlier: fields.count.meta({ description: 'The size in the earlier checkpoint.' }),
    size: fields.count.meta({ description: 'The number of leaves now.' }),
    root: hash.meta({ description: 'The root of the tree now, as Base64.' }),
    proof: z.array(hash).meta({ description: 'The nodes of the proof, in the order of the RFC.' })
  }),
  failures: [404],
  cacheControl: 'public, no-cache',
  run: async (request, { database }) => {
    const earlier = Number(request.earlier)
    const found = await findConsistency(database, earlier)
    if (!found) throw notFound(`the log has fewer than ${earlier} leaves`)
    const { size, root, proof } = found
    return {
      fields: { earlier, size, root: root.toString('base64'), proof: proof.map((node) => node.toString('base64')) }
    }
  }
})

export const tile = route({
  path: '/log/tile/:level/*index',
  summary: 'Get a tile of the log’s tree, or a bundle of its entries (C2SP tlog-tiles)',
  access: 'keyless',
  cors: true,
  params: {
    level: z
      .string()
      .regex(/^(\d|[1-5]\d|6[0-3]|entries)$/, 'expected a level from 0 to 63, or entries')
      .meta({ description: 'The level of the tile, or `entries`.', examples: ['entries'] }),
    index: z
      .string()
      .max(100)
      .meta({
        description:
          'The index in groups of three digits, all but the last behind an `x`; with `.p/` and a width for ' +
          'the first part of a tile.',
        examples: ['000.p/1']
      })
  },
  response: z.string(),
  mediaType: 'application/octet-stream',
  failures: [404],
  cacheControl: IMMUTABLE,
  run: async ({ level, index }, { database }) => {
    const place = parseTileAddress(index)
    const found =
      place &&
      (await (level === 'entries'
        ? findBundle(database, place)
        : findTile(database, { level: Number(level), ...place })))
    if (!found) throw notFound('the log has no such tile')
    return taggedBytes(found, { 'Content-Type': 'application/octet-stream' })
  }
})

export const keySet = route({
  path: '/.well-known/jwks.json',
  summary: 'Get the public keys that sign certificates and checkpoints, including earlier ones (RFC 7517)',
  access: 'keyless',
  cors: true,
  response: z.strictObject({
    origin: z.string().meta({ description: 'The name of the log.', examples: ['rates.example.com/log'] }),
    keys: z.array(
      z.strictObject({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string().meta({
          description: 'The key (RFC 8037).',
          examples: ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo']
        }),
        kid: z.string().meta({
          description: 'The thumbprint of the key (RFC 7638).',
          examples: ['kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k']
        }),
        use: z.literal('sig'),
        alg: z.literal('EdDSA'),
        created_at: fields.instant.meta({ description: 'When the key came into use.' }),
        retired_at: fields.instant.optional().meta({ description: 'When the key was retired.' }),
        note_key: z.string().meta({
          description: 'The key for verifiers of signed notes (C2SP signed-note).',
          examples: ['rates.example.com/log+1b5ee6f0+AdnR7AHuRjcD']
        })
      })
    )
  }),
  cacheControl: 'public, max-age=300',
  run: async (_request, context) => ({ fields: publicSet(await ringOf(context)) })
})

/** The log as files, with the keys that sign it. */
export const logRoutes = [checkpoint, consistency, tile, keySet]
