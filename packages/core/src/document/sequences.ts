import type { WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { elementName } from './names.ts'

type Fields = Readonly<Record<string, unknown>>

/** A sequence of effects, with its place in the document. */
export interface FoundSequence {
  sequenceId: string
  name: string | undefined
  isOn: boolean
  /** The element or overlay that it belongs to. */
  hostId: string
  hostName: string | undefined
  effects: readonly Fields[]
  /** The condition under which it runs; undefined for always. */
  condition: Fields | undefined
  /** The column in which a selection starts it; undefined for any column. */
  columnId: string | undefined
  /** The effects that run when one of `effects` has failed. */
  onFailure: readonly Fields[]
  /**
   * All effects in the order of their numbers: the effects of branches follow their `if-else`, and the effects for a failure are last. The
   * index here identifies a step.
   */
  steps: readonly Fields[]
  /** The messages after success and after a failure. Undefined: no message after success, the default message after a failure. */
  messages: { success: Fields | undefined; failure: Fields | undefined }
}

const recordsOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** The placeholder for a step that readers of a public embed cannot run; `step` is the name of the original effect. It is never stored. */
export const leftOutEffect = 'left-out'

export const isFork = ({ effect }: Fields): boolean => effect === 'if-else'

/** The branches of an `if-else` effect in the order in which they are tried. The `else` branch is last and has no condition. */
export function branchesOf(fork: Fields): { condition?: Fields; effects: Fields[] }[] {
  const branches = recordsOf(fork.branches).map(({ condition, effects }) => ({
    condition: isRecord(condition) ? condition : {},
    effects: recordsOf(effects),
  }))
  return Array.isArray(fork.else) ? [...branches, { effects: recordsOf(fork.else) }] : branches
}

/** All effects of an action, or of a list of effects, in the order in which they are numbered. */
export function stepsOf(effects: unknown, onFailure?: unknown): Fields[] {
  return [...recordsOf(effects), ...recordsOf(onFailure)].flatMap((effect) =>
    isFork(effect) ? [effect, ...branchesOf(effect).flatMap((branch) => stepsOf(branch.effects))] : [effect],
  )
}

/** The name by which later steps refer to the result of a step; undefined if the step has no name. */
export function variableOf({ name, effect, path }: Fields): string | undefined {
  if (typeof name === 'string' && name !== '') return name
  const last: unknown = effect === 'call-stored-procedure' && Array.isArray(path) ? path.at(-1) : undefined
  return typeof last === 'string' && last !== '' ? last : undefined
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
        effects: recordsOf(action.effects),
        condition:
          isRecord(action.trigger) && isRecord(action.trigger.condition) ? action.trigger.condition : undefined,
        columnId:
          isRecord(action.trigger) && typeof action.trigger.columnId === 'string' ? action.trigger.columnId : undefined,
        onFailure: recordsOf(action.onFailure),
        steps: stepsOf(action.effects, action.onFailure),
        messages: {
          success: isRecord(action.successToast) ? action.successToast : undefined,
          failure: isRecord(action.failureToast) ? action.failureToast : undefined,
        },
      }
    })
  })
}

export const findSequence = (document: WorkbookDocument, sequenceId: string): FoundSequence | undefined =>
  sequencesOf(document).find((each) => each.sequenceId === sequenceId)
