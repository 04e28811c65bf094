import { registerLoader } from '../../bin/loader.js'

// For node --import: programs of the tests start as quickly as the program itself.
registerLoader()
