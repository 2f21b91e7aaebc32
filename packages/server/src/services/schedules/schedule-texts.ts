import { createHash } from 'node:crypto'
import type { Viewer } from '@octavo/core/access'
import { controlHole, dynamicText, type FormulaValue, type Present } from '@octavo/core/display'
import {
  computedFormulas,
  controlTextsInZone,
  findElement,
  isTemplateHole,
  parseTemplate,
  type TextElement,
  type WorkbookDocument,
} from '@octavo/core/document'
import { AppError, isAppError, type Problem } from '@octavo/core/errors'
import { namedLocale } from '@octavo/core/format'
import type { Clock } from '../../config/index.ts'
import type { Store } from '../../store/index.ts'
import { findOrganization } from '../../store/organizations.ts'
import { exportZone } from '../exports/export-requests.ts'
import { type ReportData, reportData } from '../exports/report-data.ts'
import type { OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import type { PageData } from '../pages/page-data.ts'
import type { ElementCompiler, QueriedDocument } from '../queries/element-compiler.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import { serviceOf } from '../service/service.ts'
import type { OpenView } from '../views/view-reader.ts'
import { DeliveryFailed } from './destinations/message/message.ts'

export interface TextReader {
  viewer: Viewer
  view: OpenView
  /** Control values as text with times in UTC, by control id. */
  controls: Readonly<Record<string, string>>
}

export type ScheduleTexts = ReturnType<typeof createScheduleTexts>

/**
 * Evaluates formulas in `{{ }}` in message texts and file names. The texts are compiled like text elements of the workbook that are on no
 * page.
 */
export function createScheduleTexts(parts: Parts) {
  return serviceOf(parts, { written, problems })
}

interface Parts {
  store: Store
  clock: Clock
  compiler: ElementCompiler
  pageData: PageData
  settings: OrganizationSettingsReader
}

const hasFormula = (text: string): boolean => parseTemplate(text).some(isTemplateHole)
const elementIdOf = (index: number): string => `text-of-message-${index}`

/** The document with an element for each text that has formulas. */
function documentOf(
  { open }: OpenView,
  texts: readonly string[],
): { document: QueriedDocument; elements: TextElement[] } {
  const elements = texts.flatMap((body, index): TextElement[] =>
    hasFormula(body) ? [{ id: elementIdOf(index), kind: 'text', body }] : [],
  )
  const added = Object.fromEntries(elements.map((element) => [element.id, element]))
  const content: WorkbookDocument = { ...open.content, elements: { ...open.content.elements, ...added } }
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex')
  const fingerprint = `${open.fingerprint ?? ''} message ${hash}`
  return { document: queriedDocument({ ...open, content, fingerprint }), elements }
}

async function presentOf(
  { store, clock, settings }: Parts,
  { viewer, controls }: TextReader,
  { content }: QueriedDocument,
): Promise<Present> {
  const { organizationId } = viewer
  const organization = await findOrganization(store.db, organizationId)
  if (!organization) throw new AppError('not_found', { kind: 'organization', id: organizationId })
  const { locale } = await settings.read(organizationId)
  const now = new Date(clock.now()).toISOString()
  const { zone } = organization
  const controlTexts = controlTextsInZone(content, controls, { now, zone: exportZone, textZone: zone })
  return { document: content, controlTexts, time: { now, zone }, all: '', locale: namedLocale(locale ?? null) }
}

/** The texts with their formulas evaluated, as the viewer may see them now. */
async function written(
  parts: Parts,
  reader: TextReader,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const { document, elements } = documentOf(reader.view, texts)
  if (elements.length === 0) return [...texts]
  const { content } = document
  const present = await presentOf(parts, reader, document)
  const asked = {
    viewer: reader.viewer,
    document,
    purpose: 'schedule' as const,
    elementIds: elements.map(({ id }) => id),
    controls: present.controlTexts,
    tableRows: 1,
  }
  const data = await reportData(parts.pageData, asked, signal).catch((error: unknown) => {
    if (!isAppError(error, 'element_invalid')) throw error
    throw new DeliveryFailed(`A formula of the message cannot be computed. ${error.details.reason}`, false)
  })
  return texts.map((text, index) => {
    const element = findElement(content, elementIdOf(index))
    return element ? dynamicText(text, present, valuesOf(content, element as TextElement, data)) : text
  })
}

function valuesOf(content: WorkbookDocument, element: TextElement, data: ReportData) {
  const computed = computedFormulas(content, element)
  return (formula: string): FormulaValue | undefined => {
    const place = computed.get(formula.trim())
    const rows = place && data.get(place.elementId)?.get('summary')
    const index = rows?.columns.findIndex(({ id }) => id === place?.columnId) ?? -1
    const column = rows?.columns[index]
    return rows && column ? { status: 'ready', cell: rows.values[index]?.[0] ?? null, column } : undefined
  }
}

/** Problems of the formulas in texts, by the paths of the texts. */
async function problems(
  parts: Parts,
  reader: TextReader,
  texts: readonly { path: string; text: string }[],
  signal: AbortSignal,
): Promise<Problem[]> {
  const { document, elements } = documentOf(
    reader.view,
    texts.map(({ text }) => text),
  )
  if (elements.length === 0) return []
  const present = await presentOf(parts, reader, document)
  const scope = await parts.compiler.begin(reader.viewer, document, reader.controls, exportZone)
  const found: Problem[] = []
  for (const [index, { path, text }] of texts.entries()) {
    const element = elements.find(({ id }) => id === elementIdOf(index))
    if (!element) continue
    const computed = computedFormulas(document.content, element)
    for (const { formula } of parseTemplate(text).filter(isTemplateHole)) {
      if (controlHole(formula, undefined, present) !== undefined) continue
      const place = computed.get(formula)
      const outcome = place && (await parts.compiler.compile(scope, place.elementId, [], signal))
      const problem = outcome ? problemOf(outcome) : 'It names no control and no table of the workbook.'
      if (problem !== null) found.push({ path, message: `The formula "${formula}" cannot be computed. ${problem}` })
    }
  }
  return found
}

function problemOf(outcome: Awaited<ReturnType<ElementCompiler['compile']>>): string | null {
  if (!outcome.ok) return outcome.message
  const all = outcome.element.columns.flatMap((column) => column.problems)
  return all.find(({ severity }) => severity === 'error')?.message ?? null
}
