import type { InputTableChange, SequenceValue, SequenceValuesRequest } from '@octavo/core/contract'
import { type BaseElement, type ControlElement, type Modification, readFormN } from '@octavo/core/document'
import { afterAll, beforeAll, vi } from 'vitest'
import { PageState } from '../../editor/index.ts'
import { type Action, actionsOf, type ChosenMark, type Effect, runAction } from './index.ts'

/** Runs effects as the steps of one action. Steps without a request are done when this returns. */
export function runEffects(effects: readonly Effect[], target: ReturnType<typeof host>, chosen?: ChosenMark) {
  return runAction(actionOf({ effects }), target, chosen)
}

/** An action in the form of the document. */
export function actionOf(fields: {
  effects: readonly Effect[]
  trigger?: unknown
  onFailure?: readonly Effect[]
  successToast?: object
  failureToast?: object
}): Action {
  const { trigger = 'on-click' } = fields
  const on = typeof trigger === 'string' ? trigger : (trigger as { on: string }).on
  const [action] = actionsOf([{ id: 'a', ...fields, trigger }], on as 'on-click')
  if (!action) throw new Error('no action')
  return action
}

const { document: page } = readFormN({
  schemaVersion: 1,
  pages: [
    {
      id: 'p1',
      name: 'One',
      elements: [{ id: 'region', kind: 'control', controlType: 'list', mode: 'include', controlId: 'Region' }],
    },
  ],
})

export function host() {
  const shown: string[] = []
  const state = new PageState()
  const texts = new Map<string, string | undefined>()
  const lists = { Region: { mode: 'include' }, One: { selectionMode: 'single' } } as const
  const changes: [string, InputTableChange][] = []
  const asked: SequenceValuesRequest[] = []
  const answers = new Map<number | undefined, SequenceValue[]>()
  const tables: Record<string, BaseElement> = {
    notes: {
      id: 'notes',
      kind: 'input-table',
      source: { kind: 'empty' },
      columns: [
        { id: 'ID' },
        { id: 'text', type: 'text' },
        { id: 'score', type: 'number' },
        { id: 'done', type: 'checkbox' },
        { id: 'due', type: 'datetime' },
        { id: 'kinds', type: 'multi-select' },
      ],
    },
    goals: {
      id: 'goals',
      kind: 'input-table',
      source: { kind: 'linked', from: 'x' },
      columns: [
        { id: 'key', key: 'k' },
        { id: 'goal', type: 'number' },
      ],
    },
  }
  return {
    hostId: 'host',
    document: () => page,
    modify: async (modification: Modification) => void shown.push(`modify ${JSON.stringify(modification)}`),
    zone: 'UTC',
    changes,
    controlsIn: ({ containerId, pageId }: { containerId?: string; pageId?: string }) =>
      Object.keys(lists)
        .filter((_, index) => (containerId ? index === 0 : pageId ? index === 1 : true))
        .map((controlId) => ({ id: controlId, kind: 'control', controlId, controlType: 'list' }) as ControlElement),
    pageOf: () => 'p1',
    element: (id: string) => tables[id],
    refresh: (id: string) => void shown.push(`refresh ${id}`),
    openAddress: (address: string, at: string) => void shown.push(`${at} ${address}`),
    documentAddress: (id: string, controls: Readonly<Record<string, string>>, nodeId: string | undefined) =>
      `${id} ${JSON.stringify(controls)} ${nodeId ?? ''}`,
    async callProcedure({ actionId, step }: { actionId: string; step: number }, values: readonly unknown[]) {
      shown.push(`call ${actionId} ${step} ${JSON.stringify(values)}`)
      return [{ name: 'total', type: 'numeric', value: '2.5' }]
    },
    async callApi({ actionId, step }: { actionId: string; step: number }, values: object) {
      shown.push(`api ${actionId} ${step} ${JSON.stringify(values)}`)
      return { status: 200, body: { ok: true } }
    },
    /** The requested values, and the responses by step. */
    asked,
    answers,
    async computeValues(_actionId: string, request: SequenceValuesRequest) {
      asked.push(request)
      return answers.get(request.step) ?? []
    },
    saveFile: async (part: object, texts: object) =>
      void shown.push(`file ${JSON.stringify(part)} ${JSON.stringify(texts)}`),
    sendExport: async (
      { actionId, step }: { actionId: string; step: number },
      recipients: readonly unknown[],
      texts: object,
    ) => void shown.push(`send ${actionId} ${step} ${JSON.stringify(recipients)} ${JSON.stringify(texts)}`),
    changeRows: async (id: string, change: InputTableChange) => void changes.push([id, change]),
    state,
    shown,
    sendToHost: (type: string, fields: object) => void shown.push(`${type} ${JSON.stringify(fields)}`),
    tabCount: () => 3,
    texts,
    control: (controlId: string) => {
      const fields = Object.hasOwn(lists, controlId) ? lists[controlId as keyof typeof lists] : undefined
      if (!fields) return undefined
      const element = { id: controlId, kind: 'control', controlId, controlType: 'list', ...fields } as ControlElement
      return { element, text: texts.get(controlId) }
    },
    setControl: (controlId: string, text: string | undefined) => void texts.set(controlId, text),
    showPage: (id: string) => void shown.push(`page ${id}`),
    showElement: (id: string) => void shown.push(`element ${id}`),
  }
}

export const constant = (type: string, value: unknown) => ({ type: 'constant', value: { type, value } })
export const go = (page: string) => ({ effect: 'navigate', target: { type: 'page', page } })
export const value = (path: string, ...values: SequenceValue['values']): SequenceValue => ({
  path,
  values,
  problem: null,
})

/** Steps that are loaded on use show their texts in the language of the page. */
export function stubPage(): void {
  beforeAll(() => {
    vi.stubGlobal('document', { documentElement: { lang: '' } })
  })
  afterAll(() => {
    vi.unstubAllGlobals()
  })
}
