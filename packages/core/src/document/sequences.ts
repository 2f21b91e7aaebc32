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
  /** What has to be true for it to run. */
  condition: Fields | undefined
  /** The column that has to be selected; undefined for any. */
  columnId: string | undefined
  /** The effects that run when one of the others failed. */
  onFailure: readonly Fields[]
  /** All effects, with those of branches after the if that has them and those of a failure last; a step is named by its place here. */
  steps: readonly Fields[]
  /** What is said when it is done, and when it failed; undefined: nothing, and the usual words. */
  messages: { success: Fields | undefined; failure: Fields | undefined }
}

const recordsOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** The effect of a step that readers of a public embed cannot run; `step` is the name of its own effect. No document has it. */
export const leftOutEffect = 'left-out'

export const isFork = ({ effect }: Fields): boolean => effect === 'if-else'

/** The branches of an if, in the order in which they are tried; the last has no condition when there is an else. */
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

/** The name under which the steps after it know the result of a step; undefined for a step whose result nobody can use. */
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
