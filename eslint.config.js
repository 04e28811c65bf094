import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import regexp from 'eslint-plugin-regexp'
import globals from 'globals'
import tseslint from 'typescript-eslint'

const DROPS =
  'A filter drops unknown items silently: name the items to skip, with the reason (skip of the kit), and refuse ' +
  'the others (only). In `fetch`, and in a function called find…, a filter may choose requests.'
const IN_PARSE = ':not(Property[key.name="fetch"] CallExpression, FunctionDeclaration[id.name=/^find/] CallExpression)'

// The contract of an adapter (docs/contributing.md): what it may not do, each with what to do in its place.
const adapterSyntax = [
  [
    'CallExpression[callee.name=/^(Number|parseFloat|parseInt|BigInt)$/]',
    'A figure stays text: use readDecimal or readCount of the kit.'
  ],
  ['UnaryExpression[operator="+"]', 'A figure stays text: use readDecimal or readCount of the kit.'],
  [
    'MemberExpression[object.name="Number"][property.name=/^parse/]',
    'A figure stays text: use readDecimal or readCount of the kit.'
  ],
  ['NewExpression[callee.name="Date"]', 'Dates are text: use the kit’s dates.'],
  ['MemberExpression[object.name="Date"]', 'An adapter reads no clock: the window has today.'],
  ['TryStatement', 'An adapter catches nothing: a failure belongs to the run.'],
  ['MemberExpression[object.name="process"]', 'Credentials come from http.credential().'],
  ['MemberExpression[object.name="Math"][property.name!=/^(min|max)$/]', 'An adapter calculates nothing.'],
  ['CallExpression[callee.name="fetch"]', 'All requests go through the http that fetch is handed.'],
  ['CallExpression[callee.object.name="console"]', 'An adapter does not log.'],
  [`CallExpression[callee.property.name="filter"]${IN_PARSE}`, DROPS],
  [
    `CallExpression[callee.property.name="flatMap"]${IN_PARSE} > ArrowFunctionExpression :matches(ArrowFunctionExpression, ReturnStatement) > ConditionalExpression > ArrayExpression[elements.length=0]`,
    DROPS
  ],
  [
    `CallExpression[callee.property.name="flatMap"]${IN_PARSE} > ArrowFunctionExpression > ConditionalExpression > ArrayExpression[elements.length=0]`,
    DROPS
  ],
  [
    'CallExpression[callee.name="skip"] > ArrowFunctionExpression :matches(UnaryExpression[operator="!"], ' +
      'BinaryExpression[operator="!=="])',
    'The condition of skip must name the items to skip: a negated condition skips every unknown item.'
  ],
  ['ImportExpression', 'A source imports nothing while it runs.']
].map(([selector, message]) => ({ selector, message }))

const strippable = { selector: 'TSEnumDeclaration', message: 'Types must be strippable.' }
const literal = {
  selector: 'ImportExpression[source.type!="Literal"]',
  message: 'Boundaries are checked by name: pass in what is chosen at run time.'
}

// The title of a test says a behaviour: "returns 404 for an unknown source".
const NO_VERB =
  '/^(an?|the|it|what|that|which|who|of|as|in|into|on|at|by|to|for|from|with|without|after|before|no|two|such|where|and)\\b|^[%$]/'
const titles = [`Literal[value=${NO_VERB}]`, `TemplateLiteral > TemplateElement[value.raw=${NO_VERB}]:first-child`].map(
  (title) => ({
    selector: `CallExpression:matches([callee.name="it"], [callee.object.name="it"], [callee.callee.object.name="it"]) > ${title}:first-child`,
    message: 'The title of a test begins with a verb in the third person, such as "returns 404 for an unknown source".'
  })
)

const statements = {
  selector:
    'CallExpression[callee.property.name=/^(read|readCells|readBatches|write|transaction|withClient)$/]:matches([callee.object.name="database"], [callee.object.property.name="database"])',
  message: 'Queries belong in api/<subject>/*-query.ts, where all parts of the API can use them.'
}

export default tseslint.config(
  { ignores: ['node_modules/', 'data/', '**/dist/', '.built/', 'coverage/'] },
  js.configs.recommended,
  tseslint.configs.recommended,
  prettier, // form is Prettier's alone
  {
    languageOptions: { globals: globals.node },
    plugins: { regexp },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'prefer-const': 'error',
      'no-restricted-syntax': ['error', strippable, literal]
    }
  },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: ['test/**', '**/*.test.ts', 'fixtures/**', 'tools/bench/**', 'tools/campaigns/**'],
    rules: {
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      // A publisher's document or a request must not hold up an expression: its time grows with the length of the text,
      // not with its square.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }]
    }
  },
  {
    // they load files
    files: [
      'adapters/registry.ts',
      'cli/module.ts',
      'sql/embedded/**',
      '**/*-thread.js',
      'bin/**',
      'test/**',
      'tools/**'
    ],
    rules: { 'no-restricted-syntax': ['error', strippable] }
  },
  { files: ['modules/**/*.test.ts'], rules: { 'no-restricted-syntax': ['error', strippable, literal, ...titles] } },
  { files: ['test/**'], rules: { 'no-restricted-syntax': ['error', strippable, ...titles] } },
  {
    files: ['**/*.tsx'], // the markup of a page is long without being complex
    ignores: ['test/**', '**/*.test.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }] }
  },
  {
    files: ['modules/pages/assets/*.js'],
    languageOptions: { globals: globals.browser }
  },
  {
    files: ['api/**/*.{ts,tsx}'],
    ignores: ['api/*/*-query.ts', 'api/formats/read.ts', 'api/access/**', 'api/accounts/**'],
    rules: { 'no-restricted-syntax': ['error', strippable, literal, statements] }
  },
  {
    files: ['adapters/*.ts'],
    ignores: ['adapters/source.ts', 'adapters/registry.ts', 'adapters/notation.ts'],
    rules: {
      'no-restricted-syntax': ['error', strippable, ...adapterSyntax],
      'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }]
    }
  },
  {
    files: ['adapters/market/*.ts'],
    ignores: ['adapters/market/feed.ts'],
    rules: {
      'no-restricted-syntax': ['error', strippable, ...adapterSyntax],
      'max-lines': ['error', { max: 110, skipBlankLines: true, skipComments: true }]
    }
  }
)
