/** Dynamic text: plain text and holes `{{formula}}` or `{{formula | d3 format}}`. */
export type TemplatePart = string | TemplateHole

export interface TemplateHole {
  formula: string
  /** d3 number or time format; absent when the text has none. */
  format?: string
  /** Offsets of the formula inside the whole text. */
  start: number
  end: number
}

/** Longer holes remain text, so that parsing is always fast. */
const maxHoleLength = 8_000

/** Splits dynamic text at its holes. A `{{` without its `}}` remains text. Quoted texts may contain `}}` and `|`. */
export function parseTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  let plainFrom = 0
  let at = text.indexOf('{{')
  while (at >= 0 && text.indexOf('}}', at) >= 0) {
    const hole = readHole(text, at)
    if (hole) {
      if (at > plainFrom) parts.push(text.slice(plainFrom, at))
      parts.push(hole.part)
      plainFrom = hole.end
    }
    at = text.indexOf('{{', hole ? hole.end : at + 2)
  }
  if (plainFrom < text.length) parts.push(text.slice(plainFrom))
  return parts
}

export function isTemplateHole(part: TemplatePart): part is TemplateHole {
  return typeof part !== 'string'
}

function readHole(text: string, open: number): { part: TemplateHole; end: number } | null {
  const from = open + 2
  let bar = -1
  let quoted = false
  let bracketed = false
  const last = Math.min(text.length, from + maxHoleLength)
  for (let at = from; at < last; at++) {
    const sign = text.charAt(at)
    if (quoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') quoted = false
    } else if (bracketed) {
      if (sign === ']') bracketed = false
    } else if (sign === '"' && bar < 0) quoted = true
    else if (sign === '[' && bar < 0) bracketed = true
    else if (sign === '|' && bar < 0) bar = at
    else if (sign === '}' && text.charAt(at + 1) === '}') {
      const raw = text.slice(from, bar < 0 ? at : bar)
      const formula = raw.trim()
      if (formula === '') return null
      const start = from + raw.indexOf(formula)
      const format = bar < 0 ? '' : text.slice(bar + 1, at).trim()
      return {
        part: { formula, ...(format === '' ? {} : { format }), start, end: start + formula.length },
        end: at + 2,
      }
    }
  }
  return null
}
