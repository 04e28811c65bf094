import { build } from '../../bin/build.js'

await import(new URL('cli/service/work-thread.js', await build()).href)
