import { VERSION, type Flow, type Identity } from './model.ts'

/** The URN of an artefact of a package and class. */
export function urnOf(of: string, { agency, id }: Identity): string {
  return `urn:sdmx:org.sdmx.infomodel.${of}=${agency}:${id}(${VERSION})`
}

/** The namespace of structure-specific data: by structure in SDMX 2.1, by flow in SDMX 3.0. */
export function namespaceOf(flow: Flow, version: 'v2_1' | 'v3_0', dimensionAtObservation: string): string {
  const of =
    version === 'v2_1' ? urnOf('datastructure.DataStructure', flow.structure) : urnOf('datastructure.Dataflow', flow)
  return `${of}:ObsLevelDim:${dimensionAtObservation}`
}

/** A flow in SDMX-CSV. */
export function shortOf({ agency, id }: Identity): string {
  return `${agency}:${id}(${VERSION})`
}
