import type { WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { elementName } from './names.ts'

/** A sequence of effects, with its place in the document. */
export interface FoundSequence {
  sequenceId: string
  name: string | undefined
  isOn: boolean
  /** The element or overlay that it belongs to. */
  hostId: string
  hostName: string | undefined
  effects: readonly Readonly<Record<string, unknown>>[]
}

/** All sequences of a document: first the sequences of elements, then of overlays. */
export function sequencesOf(document: WorkbookDocument): FoundSequence[] {
  const elements = Object.values(document.elements).map((element) => ({
    id: element.id,
    name: elementName(element),
    actions: element.actions,
  }))
  const overlays = document.overlays.map(({ id, name, actions }) => ({ id, name, actions }))
  return [...elements, ...overlays].flatMap(({ id, name, actions }) => {
    const list: unknown[] = Array.isArray(actions) ? actions : []
    return list.filter(isRecord).flatMap((action) => {
      if (typeof action.id !== 'string' || !Array.isArray(action.effects)) return []
      return {
        sequenceId: action.id,
        name: typeof action.name === 'string' ? action.name : undefined,
        isOn: action.state !== 'disabled',
        hostId: id,
        hostName: typeof name === 'string' ? name : undefined,
        effects: action.effects.filter(isRecord),
      }
    })
  })
}

export const findSequence = (document: WorkbookDocument, sequenceId: string): FoundSequence | undefined =>
  sequencesOf(document).find((each) => each.sequenceId === sequenceId)
