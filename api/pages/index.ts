import type { Route } from '../http/route.ts'
import { files } from './assets.ts'
import { bank, series } from './bank.tsx'
import { banks } from './banks.tsx'
import { compare, comparison } from './compare.tsx'
import { docs } from './docs.tsx'
import { home } from './home.tsx'
import { peoplePages } from './people.ts'
import { verifyForm, verifyPage } from './verify.tsx'

/** Every page, and the assets. */
export const pages: Route[] = [home, banks, bank, series, compare, comparison, docs, verifyPage, verifyForm, ...peoplePages, files]
