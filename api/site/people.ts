import type { Route } from '../server/route.ts'
import { accountRoute, disableForm, disablePage, historyDownload, keyForm, passwordForm, tableDownload } from './accounts/account.tsx'
import { loginForm, loginPage, logoutForm, logoutPage } from './accounts/login.tsx'
import { rejectForm, releaseForm, reviewRoute, undoForm } from './operations/quarantined.tsx'
import { registerForm, registerPage } from './accounts/register.tsx'
import { chooseForm, choosePage, requestForm, requestPage } from './accounts/reset.tsx'
import { rhythmRoute } from './operations/rhythm.tsx'
import { runForm, statusRoute } from './operations/status.tsx'
import { documentRoute } from './operations/unread.tsx'
import { newWebhook, webhookForm, webhooks } from './events/webhooks.tsx'

/** The pages that depend on the visitor, and their forms. */
export const peoplePages: Route[] = [
  registerPage, registerForm,
  loginPage, loginForm, logoutPage, logoutForm,
  requestPage, requestForm, choosePage, chooseForm,
  accountRoute, tableDownload, historyDownload, passwordForm, keyForm, disablePage, disableForm,
  webhooks, newWebhook, webhookForm,
  statusRoute, reviewRoute, releaseForm, rejectForm, undoForm, runForm, documentRoute, rhythmRoute
]
