import { build } from '../../bin/build.js'

await import(new URL('pipelines/read/parser-thread.js', await build()).href)
