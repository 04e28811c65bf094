import type { Route } from '../http/route.ts'
import { accountRoute, disableForm, disablePage, historyDownload, keyForm, passwordForm, tableDownload } from './account.tsx'
import { loginForm, loginPage, logoutForm, logoutPage } from './login.tsx'
import { rejectForm, releaseForm, reviewRoute, undoForm } from './quarantined.tsx'
import { registerForm, registerPage } from './register.tsx'
import { chooseForm, choosePage, requestForm, requestPage } from './reset.tsx'
import { rhythmRoute } from './rhythm.tsx'
import { runForm, statusRoute } from './status.tsx'
import { documentRoute } from './unread.tsx'
import { newWebhook, webhookForm, webhooks } from './webhooks.tsx'

/** The pages that depend on the visitor, and their forms. */
export const peoplePages: Route[] = [
  registerPage, registerForm,
  loginPage, loginForm, logoutPage, logoutForm,
  requestPage, requestForm, choosePage, chooseForm,
  accountRoute, tableDownload, historyDownload, passwordForm, keyForm, disablePage, disableForm,
  webhooks, newWebhook, webhookForm,
  statusRoute, reviewRoute, releaseForm, rejectForm, undoForm, runForm, documentRoute, rhythmRoute
]
