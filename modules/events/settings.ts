import { z } from 'zod'
import { Settings } from '../../cli/settings.ts'

declare module '../../api/server/options.ts' {
  interface ApiSettings {
    /** True if webhooks may point to private networks. Such addresses may also use http. */
    webhooksMayBePrivate: boolean
  }
}

const { SMTP_URL, WEBHOOK_PRIVATE } = Settings.shape

/** The settings of the operator's alerts, and the settings of the core on which they depend. */
export const AlertSettings = z
  .object({
    SMTP_URL,
    WEBHOOK_PRIVATE,
    OPERATOR_EMAIL: z.email().optional().describe('an e-mail address'),
    OPERATOR_WEBHOOK: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('an https URL, or an http one with WEBHOOK_PRIVATE=true'),
    OPERATOR_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/)
      .optional()
      .describe('whsec_ and at least 24 bytes in base64, and is required with OPERATOR_WEBHOOK')
  })
  .superRefine(({ SMTP_URL, OPERATOR_EMAIL, OPERATOR_WEBHOOK, OPERATOR_WEBHOOK_SECRET, WEBHOOK_PRIVATE }, context) => {
    if (OPERATOR_EMAIL !== undefined && SMTP_URL === undefined) context.addIssue({ code: 'custom', path: ['SMTP_URL'] })
    if (OPERATOR_WEBHOOK !== undefined && OPERATOR_WEBHOOK_SECRET === undefined) {
      context.addIssue({ code: 'custom', path: ['OPERATOR_WEBHOOK_SECRET'] })
    }
    if (OPERATOR_WEBHOOK?.startsWith('http:') && !WEBHOOK_PRIVATE) {
      context.addIssue({ code: 'custom', path: ['OPERATOR_WEBHOOK'] })
    }
  })

export type AlertSettings = z.infer<typeof AlertSettings>
