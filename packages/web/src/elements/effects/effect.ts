export { EffectFailure } from '@octavo/core/document'

import type {
  ApiCallResult,
  ConnectorPlace,
  InputTableChange,
  ProcedureResult,
  SequenceState,
  SequenceValue,
  SequenceValuesRequest,
} from '@octavo/core/contract'
import type { BaseElement, ControlElement, EffectSources, Modification, WorkbookDocument } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import type { PageState } from '../../editor/index.ts'

/** The selection in an element: values by column. */
export interface ChosenMark {
  values: ReadonlyMap<string, readonly Cell[]>
  /** The values are added to the selected ones, or removed if they are selected already. */
  isAdding: boolean
  /** The column whose cell was pressed, in a table. */
  columnId?: string
}

type OpenTarget = '_self' | '_blank' | '_parent'

/** The fields of an effect as the document has them; their shape is checked where they are read. */
export type Effect = Readonly<Record<string, unknown>>

/** The values of a call by the place and the key of their parameters. */
export type ApiValues = Partial<Record<ConnectorPlace, Record<string, readonly Cell[]>>>

export const exportFormats = ['csv', 'xlsx', 'json', 'pdf', 'png'] as const

/** The part of the workbook that a file shows, and its settings. */
export interface ExportedPart {
  target: { element: string } | { page: string } | Record<string, never>
  format: (typeof exportFormats)[number]
  layout: 'portrait' | 'landscape'
}

/** The controls of a container, of one of its tabs, or of a page; of the whole workbook without any of these. */
export interface PlaceOfControls {
  containerId?: string
  /** From 0. */
  tab?: number
  pageId?: string
}

/** What effects of a click can reach. */
export interface EffectHost {
  /** The element, or the overlay, whose action runs. */
  hostId: string
  state: PageState
  document: () => WorkbookDocument
  /** How many tabs a container has. */
  tabCount: (elementId: string) => number
  /** The control with a handle, its present text, and the way to change it; undefined text: the saved value. */
  control: (controlId: string) => { element: ControlElement; text: string | undefined } | undefined
  /** `cause`: how many sequences led to the change. A sequence that starts because of it is given the number. */
  setControl: (controlId: string, text: string | undefined, cause?: { depth: number }) => void
  controlsIn: (place: PlaceOfControls) => readonly ControlElement[]
  /** The page or overlay that contains an element. */
  pageOf: (elementId: string) => string | undefined
  showPage: (pageId: string) => void
  /** Shows the page of an element and brings it into view. */
  showElement: (elementId: string) => void
  openAddress: (address: string, target: OpenTarget) => void
  /** The address of another workbook, with values of its controls as text, opened at a page or an element. */
  documentAddress: (
    documentId: string,
    controls: Readonly<Record<string, string>>,
    nodeId: string | undefined,
  ) => string
  element: (elementId: string) => BaseElement | undefined
  /** Reloads an element and all elements that depend on it. */
  refresh: (elementId: string) => void
  /** Changes an element for this reader. Throws `EffectFailure` if that is not possible. */
  modify: (modification: Modification) => Promise<void>
  /** Changes rows of an input table, all of them or none, and reloads the page. */
  changeRows: (elementId: string, change: InputTableChange) => Promise<void>
  /** Calls the stored procedure that a step of an action names; the server computes the formulas of its arguments. */
  callProcedure: (place: EffectPlace, values: readonly Cell[]) => Promise<ProcedureResult['values']>
  /** Lets the server call the API connector that a step of an action names. Returns what came back. */
  callApi: (place: EffectPlace, values: ApiValues) => Promise<ApiCallResult>
  /** Computes the formulas of a step, or of the condition or a message of an action. */
  computeValues: (actionId: string, request: SequenceValuesRequest) => Promise<readonly SequenceValue[]>
  /** Saves a file of a part of the workbook with these values of its controls. */
  saveFile: (part: ExportedPart, controlTexts: Readonly<Record<string, string>>) => Promise<void>
  /** Lets the server send what a step of an action exports. `recipients`: addresses for each of its recipients. */
  sendExport: (
    place: EffectPlace,
    recipients: readonly (readonly Cell[])[],
    controlTexts: Readonly<Record<string, string>>,
  ) => Promise<void>
  /** Sends an event to the page around an embed. */
  sendToHost: (type: string, fields: Readonly<Record<string, unknown>>) => void
  /** IANA zone of the organization. */
  zone: string
}

/** Where the values of effects come from on an open page. */
export function sourcesOf(host: EffectHost, chosen: ChosenMark | undefined): EffectSources {
  return {
    element: host.element,
    control: host.control,
    column: (columnId) => chosen?.values.get(columnId),
    time: { now: new Date().toISOString(), zone: host.zone },
  }
}

/**
 * Position of an effect in the document: the index of its step among all steps of the action, including those of
 * branches.
 */
export interface EffectPlace {
  actionId: string
  step: number
  /** What the sequence knows so far, for a step that the server carries out. */
  state: SequenceState
}

/** A formula of a step could not be computed. */
export class FormulaFailure extends Error {
  readonly code: string
  constructor({ code, message }: { code: string; message: string }) {
    super(message)
    this.code = code
  }
}

/**
 * Runs one effect. Throws `EffectFailure`, or what a request threw. The value that it returns, if any, is known to the steps after it under
 * the name of the step.
 */
export type RunEffect = (
  effect: Effect,
  host: EffectHost,
  chosen: ChosenMark | undefined,
  place: EffectPlace,
) => EffectResult | Promise<EffectResult>

// biome-ignore lint/suspicious/noConfusingVoidType: most effects give nothing
export type EffectResult = void | Cell | undefined

export const record = (value: unknown): Effect =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Effect) : {}

/** Where parameters of a request to another system can be. */
export const connectorPlaces = ['headers', 'pathParams', 'queryParams', 'bodyParams'] as const

/** The recipients of a message. */
export const recipientsOf = ({ recipients }: Effect): Effect[] =>
  Array.isArray(recipients) ? recipients.map(record) : []
