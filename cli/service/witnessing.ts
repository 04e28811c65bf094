import { Network } from '../../pipelines/fetch/network.ts'
import { proxyFor } from '../../pipelines/fetch/proxies.ts'
import { startWitnesses } from '../../pipelines/messages/witnesses.ts'
import { SigningKeys } from '../../proof/keys.ts'
import type { ServiceRuntime, Stop } from '../runtime.ts'
import { keyFileOf } from '../signing-key.ts'

/** Starts asking the witnesses in the settings to countersign the log. */
export function startWitnessing ({ requestDatabase: database, logger, environment, settings }: ServiceRuntime): Stop[] {
  if (settings.WITNESSES.length === 0) return []
  const dispatcher = new Network({ local: true, proxyFor: (url) => proxyFor(url, 'witnesses', environment) })
  const { stop } = startWitnesses(settings.WITNESSES, { database, logger, dispatcher, signingKeys: new SigningKeys(keyFileOf(settings)) })
  return [stop, () => dispatcher.close()]
}
