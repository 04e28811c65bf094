import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global.ts'],
    maxWorkers: 2, // on two cores it would take one, though most tests wait for the database or a browser
    testTimeout: 20_000,
    hookTimeout: 60_000
  }
})
