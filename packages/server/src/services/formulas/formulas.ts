import { decide, type Viewer } from '@octavo/core/access'
import type { FormulaAssist, FormulaAssistRequest, FormulaCheck, FormulaCheckRequest } from '@octavo/core/contract'
import { findElement, validateDocument, type WorkbookDocument, withComputedFormulas } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import { assistElementFormula, checkElementFormula, type FormulaPlace } from '@octavo/core/plan'
import { formulaTypeOf, type LevelName, valueTypeToText } from '@octavo/core/types'
import { requireAllowed } from '../../access/index.ts'
import { newUuid } from '../../store/index.ts'
import type { Documents } from '../documents/documents.ts'
import { shownContent } from '../documents/shown-content.ts'
import {
  type CompileScope,
  type ElementCompiler,
  type QueriedDocument,
  unreadable,
} from '../queries/element-compiler.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import { serviceOf } from '../service/service.ts'
import type { ViewReader } from '../views/view-reader.ts'

export type Formulas = ReturnType<typeof createFormulas>

type Place = Pick<
  FormulaCheckRequest,
  'workbookId' | 'dataModelId' | 'document' | 'draft' | 'exploreKey' | 'edits' | 'elementId'
>
type Failed = Extract<ReturnType<typeof checkElementFormula>, { ok: false }>

/** Type-checks and explains formulas that a member is writing, in the place where they would be used; stores nothing. */
export function createFormulas(parts: Parts) {
  return serviceOf(parts, { check, assist })
}

interface Parts {
  documents: Documents
  viewReader: ViewReader
  compiler: ElementCompiler
}

/**
 * The requested document. Names and types of its sources are only for members who may write formulas in it: a viewer of a workbook sees
 * only what its elements show.
 */
async function documentOf(parts: Parts, viewer: Viewer, place: Place): Promise<QueriedDocument> {
  const named = [place.workbookId, place.dataModelId, place.document].filter((each) => each !== undefined)
  if (named.length !== 1) {
    throw new AppError('invalid_request', {
      reason: 'Name one document: "workbookId", "dataModelId" or "document".',
    })
  }
  if (place.document !== undefined) return inlineDocument(parts, viewer, place.document)
  return place.workbookId === undefined
    ? modelDocument(parts, viewer, place, place.dataModelId ?? '')
    : workbookDocument(parts, viewer, place, place.workbookId)
}

async function modelDocument(
  { viewReader }: Parts,
  viewer: Viewer,
  { draft, edits = [], elementId }: Place,
  id: string,
): Promise<QueriedDocument> {
  const found = await viewReader.readModelWith(viewer, id, { draft }, edits)
  requireAllowed(decide(viewer, found.open.record.facts, 'edit'))
  return queriedWith(viewer, found, elementId)
}

async function workbookDocument(
  { viewReader }: Parts,
  viewer: Viewer,
  { draft, exploreKey, edits = [], elementId }: Place,
  id: string,
): Promise<QueriedDocument> {
  const found = await viewReader.readWith(viewer, id, { draft, exploreKey }, edits)
  requireAllowed(decide(viewer, found.open.record.facts, 'writeFormulas'))
  return queriedWith(viewer, found, elementId)
}

function queriedWith(
  viewer: Viewer,
  { open, unsaved }: Awaited<ReturnType<ViewReader['readWith']>>,
  elementId: string,
): QueriedDocument {
  const content = unsaved?.content ?? open.content
  requireElement(shownContent(viewer, open.record.facts, content), elementId)
  const queried = queriedDocument(open)
  if (!unsaved) return queried
  const versionKey = `${queried.versionKey} with ${unsaved.fingerprint}`
  return { ...queried, content: withComputedFormulas(content), versionKey }
}

function requireElement(document: WorkbookDocument, elementId: string): void {
  if (!findElement(document, elementId)) throw new AppError('not_found', { kind: 'element', id: elementId })
}

async function inlineDocument(
  { documents }: Parts,
  viewer: Viewer,
  body: Record<string, unknown>,
): Promise<QueriedDocument> {
  const { document, problems } = validateDocument(body, body.kind === 'data-model' ? 'data-model' : 'workbook')
  if (problems.length > 0) throw new AppError('invalid_document', { problems })
  const refused = await documents.sourceProblems(viewer, document)
  if (refused.length > 0) throw new AppError('invalid_document', { problems: refused })
  // A new id, so that nothing cached for another document is used.
  return { id: newUuid(), versionKey: 'not saved', version: 0, content: document }
}

async function begin(parts: Parts, viewer: Viewer, place: Place, signal: AbortSignal): Promise<CompileScope> {
  const { compiler } = parts
  const scope = await compiler.begin(viewer, await documentOf(parts, viewer, place), {})
  if (!Object.hasOwn(scope.document.content.elements, place.elementId)) {
    throw new AppError('not_found', { kind: 'element', id: place.elementId })
  }
  await compiler.loadSources(scope, place.elementId, signal)
  return scope
}

async function check(
  parts: Parts,
  viewer: Viewer,
  request: FormulaCheckRequest,
  signal: AbortSignal,
): Promise<FormulaCheck> {
  const { compiler } = parts
  const scope = await begin(parts, viewer, request, signal)
  const { elementId, formula } = request
  const place: FormulaPlace = { columnId: request.columnId, level: request.level as LevelName | undefined }
  const { content } = scope.document
  const outcome = checkElementFormula(content, elementId, formula, place, compiler.contextOf(scope))
  if (!outcome.ok) throw refusal(outcome, elementId)
  const { type, level, canonical, problems, references } = outcome.value
  return {
    valid: !problems.some(({ severity }) => severity === 'error'),
    type: type ? formulaTypeOf(type) : null,
    valueType: type ? valueTypeToText(type) : null,
    level,
    canonical,
    problems,
    references: references.map(({ span, target, elementId: of }) => ({
      text: formula.slice(span.start, span.end),
      span,
      kind: target.kind,
      id: idOf(target),
      ...(of === undefined ? {} : { elementId: of }),
    })),
  }
}

async function assist(
  parts: Parts,
  viewer: Viewer,
  request: FormulaAssistRequest,
  signal: AbortSignal,
): Promise<FormulaAssist> {
  const { compiler } = parts
  const scope = await begin(parts, viewer, request, signal)
  const { elementId, formula } = request
  const position = Math.min(request.position, formula.length)
  const { content } = scope.document
  const outcome = assistElementFormula(content, elementId, formula, position, compiler.contextOf(scope))
  if (!outcome.ok) throw refusal(outcome, elementId)
  const { completions, signature, hover } = outcome.value
  return {
    completions,
    signature: signature && {
      ...signature,
      params: signature.params.map(({ values, ...param }) => ({
        ...param,
        ...(values ? { values: [...values] } : {}),
      })),
    },
    hover,
  }
}

function refusal({ failure: { code, message, signIn } }: Failed, elementId: string): AppError {
  switch (code) {
    case 'source_unavailable':
      return unreadable(elementId, message, signIn)
    case 'element_has_no_data':
      return new AppError('element_has_no_data', { elementId, kind: 'this kind' })
    default:
      return new AppError('element_invalid', { elementId, reason: message })
  }
}

function idOf(
  target:
    | { kind: 'column' | 'source-column' | 'element-column'; columnId: string }
    | { kind: 'metric'; metricId: string }
    | { kind: 'control'; controlId: string },
): string {
  switch (target.kind) {
    case 'metric':
      return target.metricId
    case 'control':
      return target.controlId
    default:
      return target.columnId
  }
}
