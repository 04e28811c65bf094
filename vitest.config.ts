import { defineConfig } from 'vitest/config'

// A test file is named *.program.test.ts if it starts a program (a command, a demo, a browser, another server), or runs
// long attacks or damage campaigns.
const PROGRAMS = ['test/**/*.program.test.ts', 'modules/**/*.program.test.ts']
const TESTS = ['test/**/*.test.ts', 'modules/**/*.test.ts']
const ADAPTERS = ['test/adapters/**/*.test.ts', 'modules/applicable/test/registry.test.ts']
const BOUNDARIES = ['test/tools/boundaries.test.ts', 'test/tools/sql-width.test.ts']
// tests that pass without any module (npm run test:core)
const CORE = ['access', 'accounts', 'compat', 'contract', 'documents', 'market', 'rates', 'server', 'sources'].map(
  (it) => `test/api/${it}/*.test.ts`
)

const globalSetup = ['test/support/global.ts'] // one PostgreSQL for the run

// So long that only a test that hangs times out, even on a machine that is thirty times slower.
const short = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }
const long = { testTimeout: 1_800_000, hookTimeout: 1_800_000, expect: { poll: { timeout: 600_000 } } }

export default defineConfig({
  test: {
    maxWorkers: 4, // on two cores it would take one, though most tests wait for the database, a browser or a clock
    isolate: false, // a file costs a second of loading the same modules
    setupFiles: ['test/support/state.ts'], // no file leaves a state that another one could see
    hideSkippedTests: true, // with -t, only the tests that ran are worth reading
    projects: [
      // needs no database; the tests of one source take seconds
      { extends: true, test: { name: 'adapters', include: ADAPTERS, exclude: PROGRAMS, ...short } },
      { extends: true, test: { name: 'boundaries', include: BOUNDARIES, ...short } }, // no database either
      {
        extends: true,
        test: {
          name: 'service',
          include: TESTS,
          exclude: [...PROGRAMS, ...ADAPTERS, ...BOUNDARIES],
          globalSetup,
          ...short
        }
      },
      // npm run test:core
      {
        extends: true,
        test: { name: 'core', include: CORE, exclude: PROGRAMS, env: { MODULES: 'none' }, globalSetup, ...short }
      },
      { extends: true, test: { name: 'programs', include: PROGRAMS, globalSetup, ...long } } // npm run test:programs
    ]
  }
})
