#!/usr/bin/env node
import { registerLoader } from './loader.js'

registerLoader()
await import('./ratebook.ts')
