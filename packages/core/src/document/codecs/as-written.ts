import type { PublishedForm, Spelling, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import { isEntryList, withField } from '../edits/values.ts'
import { parseLayout } from '../layout.ts'
import { sameJson } from '../same-json.ts'
import { writeFormC } from './form-c.ts'
import { writeFormN } from './form-n.ts'
import { completeLayout } from './form-n-pages.ts'

/** Which published form a body has: `contents` (C), `document` (D), else nested pages (N). Data models have form N only. */
export function formOf(body: unknown, kind: WorkbookDocument['kind'] = 'workbook'): PublishedForm {
  if (kind === 'data-model' || !isRecord(body) || body.pages !== undefined) return 'N'
  if (body.contents !== undefined) return 'C'
  return body.document === undefined ? 'N' : 'D'
}

/** Fields of each form that belong to the document; `kind` of form N belongs to the envelope. */
const fieldsOfFlat = [
  'schemaVersion',
  'kind',
  'elements',
  'pages',
  'overlays',
  'panels',
  'layout',
  'settings',
  'agents',
  'x',
]
const fieldsOf: Readonly<Record<PublishedForm, readonly string[]>> = {
  N: ['schemaVersion', 'pages', 'layout', 'themeName', 'themeOverrides', 'agents', 'x'],
  D: fieldsOfFlat,
  C: fieldsOfFlat,
}

/**
 * The document as it was read from `body`, with its form and with every part that the body spells differently from the codec of that form
 * (the text of the layout, `{ id }` or `{ columnId }` in pointers, the order of pages). `writeAsWritten` uses it to return the body as it
 * was sent.
 */
export function rememberSpelling(
  document: WorkbookDocument,
  body: Readonly<Record<string, unknown>>,
): WorkbookDocument {
  const form = formOf(body, document.kind)
  const written = partOf(body, form)
  const canonical = partOf(published(document, form), form)
  const fields = fieldsOf[form].flatMap((name): [string, Spelling][] => {
    const spelling = spellingOf(written[name], canonical[name])
    return spelling ? [[name, spelling]] : []
  })
  return { ...document, written: { form, ...(fields.length > 0 ? { spelling: { fields } } : {}) } }
}

/**
 * Writes a published form with current names in its formulas: the requested form, else the form in which the API last wrote the document,
 * else form N. In the form that was written, parts that have not changed since keep their original spelling.
 */
export function writeAsWritten(
  document: WorkbookDocument,
  form: PublishedForm = document.written?.form ?? 'N',
): Record<string, unknown> {
  const canonical = published(document, form)
  const spelling = document.written?.form === form ? document.written.spelling : undefined
  if (!spelling) return canonical
  const part = partOf(canonical, form)
  const spelled = respell(part, spelling) as Record<string, unknown>
  const key = keyOf(form)
  if (key !== null) return { ...canonical, [key]: spelled }
  return hasSameLayout(document, spelled.layout) ? spelled : withField(spelled, 'layout', part.layout)
}

/** In form N, elements that the layout omits are placed in document order, so the same text can mean another layout. */
function hasSameLayout(document: WorkbookDocument, layout: unknown): boolean {
  if (document.kind === 'data-model') return true
  const roots = completeLayout(document, typeof layout === 'string' ? parseLayout(layout).roots : [])
  return sameJson(roots, document.layout)
}

function published(document: WorkbookDocument, form: PublishedForm): Record<string, unknown> {
  const key = keyOf(form)
  if (form === 'N' || key === null) return writeFormN(document)
  return { schemaVersion: 1, kind: document.kind, [key]: writeFormC(document, form) }
}

/** The field that contains the whole document; null when the fields of the document are mixed with the envelope. */
function keyOf(form: PublishedForm): 'contents' | 'document' | null {
  if (form === 'N') return null
  return form === 'C' ? 'contents' : 'document'
}

function partOf(body: Readonly<Record<string, unknown>>, form: PublishedForm): Record<string, unknown> {
  const key = keyOf(form)
  const part = key === null ? body : body[key]
  return isRecord(part) ? part : {}
}

/** What has to be remembered to restore one value from the other; null for equal values. The order of fields is ignored. */
function spellingOf(written: unknown, canonical: unknown): Spelling | null {
  if (sameJson(written, canonical)) return null
  if (isRecord(written) && isRecord(canonical) && haveSameFields(written, canonical)) {
    const fields = Object.keys(canonical).flatMap((name): [string, Spelling][] => {
      const spelling = spellingOf(written[name], canonical[name])
      return spelling ? [[name, spelling]] : []
    })
    return fields.length > 0 ? { fields } : null
  }
  if (isEntryList(written) && isEntryList(canonical)) {
    const entries = new Map(written.map((entry) => [entry.id, entry]))
    if (written.length === canonical.length && canonical.every(({ id }) => entries.has(id))) {
      const spellings = canonical.flatMap((entry): [string, Spelling][] => {
        const spelling = spellingOf(entries.get(entry.id), entry)
        return spelling ? [[entry.id, spelling]] : []
      })
      const order = { canonical: canonical.map(({ id }) => id), written: written.map(({ id }) => id) }
      if (!sameJson(order.canonical, order.written)) return { entries: spellings, order }
      return spellings.length > 0 ? { entries: spellings } : null
    }
  }
  return { canonical, written }
}

function haveSameFields(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name))
}

/** Restores the original spelling where the value has not changed since. */
function respell(value: unknown, spelling: Spelling): unknown {
  if ('fields' in spelling) {
    if (!isRecord(value)) return value
    return spelling.fields.reduce((record, [name, inner]) => {
      const before = Object.hasOwn(record, name) ? record[name] : undefined
      const after = respell(before, inner)
      return after === before ? record : withField(record, name, after)
    }, value)
  }
  if ('entries' in spelling) {
    if (!isEntryList(value)) return value
    const spellings = new Map(spelling.entries)
    const spelled = value.map((entry) => {
      const inner = spellings.get(entry.id)
      return inner ? (respell(entry, inner) as typeof entry) : entry
    })
    return spelling.order ? inWrittenOrder(spelled, spelling.order) : spelled
  }
  return sameJson(value, spelling.canonical) ? spelling.written : value
}

/** The entries in the order of the body, unless entries were added or moved since. */
function inWrittenOrder<E extends { id: string }>(
  entries: readonly E[],
  order: { canonical: readonly string[]; written: readonly string[] },
): readonly E[] {
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  const isUnchanged = sameJson(
    entries.map(({ id }) => id),
    order.canonical.filter((id) => known.has(id)),
  )
  return isUnchanged ? order.written.flatMap((id) => known.get(id) ?? []) : entries
}
