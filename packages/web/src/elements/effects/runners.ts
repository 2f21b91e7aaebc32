import { canDetermineRows, canDetermineValue, type EffectName, leftOutEffect } from '@octavo/core/document'
import { loadPart } from '../../load-part.ts'
import { callStoredProcedure } from './call-stored-procedure/run.ts'
import { changeRows } from './change-rows.ts'
import { clearControl } from './clear-control/run.ts'
import { closeOverlay } from './close-overlay/run.ts'
import { connectorPlaces, type Effect, type RunEffect, recipientsOf, record } from './effect.ts'
import { generateIframeEvent } from './generate-iframe-event/run.ts'
import { navigate } from './navigate/run.ts'
import { openDocument } from './open-document/run.ts'
import { openOverlay } from './open-overlay/run.ts'
import { openUrl } from './open-url/run.ts'
import { refreshElement } from './refresh-element/run.ts'
import { selectTab } from './select-tab/run.ts'
import { setControlValue } from './set-control-value/run.ts'

const canDetermineValues = (values: unknown) => Object.values(record(values)).every((value) => canDetermineValue(value))
const canDetermineTargets = (whichRows: unknown) =>
  canDetermineRows(whichRows) && canDetermineValues(record(whichRows).primaryKeys)

export interface Runner {
  run: RunEffect
  /** Whether the browser can carry out the effect with these fields; absent: always. */
  can?: (effect: Effect) => boolean
  /** The server carries it out and computes its formulas. */
  isOnServer?: true
}

/** Effects that wait for the server are loaded when they run. */
const callApi: RunEffect = async (...given) => {
  const { callApi: run } = await loadPart(() => import('./call-api/run.ts'))
  return run(...given)
}
const notifyAndExport: RunEffect = async (...given) => {
  const { notifyAndExport: run } = await loadPart(() => import('./notify-and-export/run.ts'))
  return run(...given)
}
const modifyElement: RunEffect = async (...given) => {
  const { modifyElement: run } = await loadPart(() => import('./modify-element/run.ts'))
  return run(...given)
}

/** How the browser runs each effect. */
const effects = {
  'open-url': { run: openUrl },
  'open-overlay': { run: openOverlay },
  'close-overlay': { run: closeOverlay },
  'set-control-value': { run: setControlValue, can: ({ value }) => canDetermineValue(value) },
  'clear-control': { run: clearControl },
  'insert-rows': { run: changeRows, can: ({ values }) => canDetermineValues(values) },
  'update-rows': {
    run: changeRows,
    can: ({ values, whichRows }) => canDetermineValues(values) && canDetermineTargets(whichRows),
  },
  'delete-rows': { run: changeRows, can: ({ whichRows }) => canDetermineTargets(whichRows) },
  'modify-element': { run: modifyElement },
  'refresh-element': { run: refreshElement },
  navigate: { run: navigate },
  'open-document': { run: openDocument, can: ({ targetControls }) => canDetermineValues(targetControls) },
  'select-tab': { run: selectTab },
  'call-stored-procedure': {
    run: callStoredProcedure,
    isOnServer: true,
    can: ({ arguments: given }) => Array.isArray(given) && given.every((value) => canDetermineValue(value)),
  },
  'call-api': {
    run: callApi,
    isOnServer: true,
    can: (effect) => connectorPlaces.every((place) => canDetermineValues(effect[place])),
  },
  'notify-and-export': {
    run: notifyAndExport,
    isOnServer: true,
    can: (effect) => recipientsOf(effect).every(({ type, value }) => type !== 'dynamic' || canDetermineValue(value)),
  },
  'generate-iframe-event': { run: generateIframeEvent, can: ({ values }) => canDetermineValues(values) },
} satisfies Record<EffectName, Runner>

const runners: ReadonlyMap<unknown, Runner> = new Map<unknown, Runner>([
  ...Object.entries(effects),
  // The run says at its end what it has left out.
  [leftOutEffect, { run: () => undefined }],
])

export const runnerOf = ({ effect }: Effect): Runner | undefined => runners.get(effect)

/** True for an effect that the browser carries out. */
export function isRunnable(effect: Effect): boolean {
  const runner = runnerOf(effect)
  return runner !== undefined && (runner.can?.(effect) ?? true)
}
