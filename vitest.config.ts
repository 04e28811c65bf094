import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ADAPTERS = 'test/adapters/**/*.test.ts'
const RULES = 'test/rules/**/*.test.ts'
const BOUNDARIES = 'test/tools/boundaries.test.ts'
const NIGHTLY = 'test/nightly/*.test.ts'

// These start whole programs. They are short to write, so the usual order, by size, would begin them last and end with a single busy worker.
const LONGEST = /\/test\/(tools\/|cli\/|demo\/|deploy\/|pipelines\/mirror\/|api\/server\/outage)[^.]*\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort (files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))] // a worker serves one project, so its files stay together
    return projects.flatMap((it) => {
      const own = sorted.filter(({ project }) => project === it)
      return [...own.filter(({ moduleId }) => LONGEST.test(moduleId)), ...own.filter(({ moduleId }) => !LONGEST.test(moduleId))]
    })
  }
}

export default defineConfig({
  test: {
    maxWorkers: 4, // on two cores it would take one, though most tests wait for the database, a browser or a clock
    isolate: false, // a file costs a second of loading the same modules, and none of them keeps a state that another file could see
    sequence: { sequencer: LongestFirst },
    // Only what never ends fails by time: these hold on a machine that is thirty times as slow.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    hideSkippedTests: true, // with -t, only the tests that ran are worth reading
    expect: { poll: { timeout: 300_000 } },
    projects: [
      { extends: true, test: { name: 'adapters', include: [ADAPTERS, RULES] } }, // no database: one source's tests take seconds
      { extends: true, test: { name: 'boundaries', include: [BOUNDARIES] } }, // no database either
      { extends: true, test: { name: 'service', include: ['test/**/*.test.ts'], exclude: [ADAPTERS, RULES, BOUNDARIES, NIGHTLY], globalSetup: ['test/support/global.ts'] } },
      { extends: true, test: { name: 'nightly', include: [NIGHTLY], globalSetup: ['test/support/global.ts'] } } // `npm run campaigns` runs it
    ]
  }
})
