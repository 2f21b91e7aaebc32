import {
  controlShape,
  controlsAmong,
  controlsOf,
  controlValueToText,
  savedControlValue,
  type WorkbookDocument,
} from '@octavo/core/document'
import type { OpenPage } from '../editor/index.ts'

/** The present values of the controls that a reader finds, as text, by control id, as addresses and hosts of embeds write them. */
export function variablesOf({
  document,
  controlTexts,
  pageIds,
  zone,
}: Pick<OpenPage, 'document' | 'controlTexts' | 'pageIds' | 'zone'>) {
  const shown = visibleControls(document, pageIds)
  const time = { now: new Date().toISOString(), zone }
  return Object.fromEntries(
    controlsOf(document).flatMap((control) => {
      const { controlId } = control
      if (!shown.has(controlId)) return []
      const text =
        controlTexts[controlId] ??
        controlValueToText(savedControlValue(control, time), time, controlShape(control).type)
      return [[controlId, text] as const]
    }),
  )
}

/** Ids of the controls that a reader finds on the pages, themselves or as synced copies. */
export function visibleControls(
  document: WorkbookDocument,
  pageIds: readonly string[] = document.pages.map(({ id }) => id),
): ReadonlySet<string> {
  const shown = new Set([
    ...document.pages.filter(({ id }) => pageIds.includes(id)).flatMap(({ elementIds }) => elementIds),
    ...document.overlays.flatMap(({ elementIds }) => elementIds),
    ...document.panels.flatMap(({ elementIds }) => elementIds),
  ])
  return new Set(controlsAmong(document, shown).map(({ controlId }) => controlId))
}
