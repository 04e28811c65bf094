import { defineConfig } from 'vitest/config'

const ADAPTERS = 'test/adapters/**/*.test.ts'
const RULES = 'test/rules/**/*.test.ts'
const WALLS = 'test/walls.test.ts'

export default defineConfig({
  test: {
    maxWorkers: 2, // on two cores it would take one, though most tests wait for the database or a browser
    isolate: false, // a file costs a second of loading the same modules, and none of them keeps a state that another file could see
    // Only what never ends fails by time: these hold on a machine that is ten times as slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      { extends: true, test: { name: 'adapters', include: [ADAPTERS, RULES] } }, // no database: one source's tests take seconds
      { extends: true, test: { name: 'walls', include: [WALLS] } }, // no database either
      { extends: true, test: { name: 'service', include: ['test/**/*.test.ts'], exclude: [ADAPTERS, RULES, WALLS], globalSetup: ['test/global.ts'] } }
    ]
  }
})
