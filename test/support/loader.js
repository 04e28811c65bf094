import { registerLoader } from '../../bin/loader.js'

// For node --import: scripts of the tests start with the fast loader of the program.
registerLoader()
