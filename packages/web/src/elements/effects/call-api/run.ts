import { cellOfAnswer } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import { type ApiValues, connectorPlaces, EffectFailure, type RunEffect, record } from '../effect.ts'
import { cellsOf } from '../values.ts'

/**
 * Calls another system. The following steps wait for the response, whose content they can read by the name of the step.
 * The server reads the connector, constants and formulas from the document.
 */
export const callApi: RunEffect = async (effect, host, chosen, place) => {
  const values: ApiValues = {}
  for (const where of connectorPlaces) {
    const given = Object.entries(record(effect[where])).flatMap(([key, value]): [string, readonly Cell[]][] => {
      if (ofDocument.has(record(value).type)) return []
      const cells = cellsOf(value, host, chosen)
      if (!cells) throw new EffectFailure(record(value).type === 'column' ? 'noSelection' : 'controlGone')
      return [[key, cells]]
    })
    if (given.length > 0) values[where] = Object.fromEntries(given)
  }
  const { body } = await host.callApi(place, values)
  return cellOfAnswer(body)
}

/** Kinds of values that the server reads from the document. */
const ofDocument: ReadonlySet<unknown> = new Set(['constant', 'formula'])
