import { setImmediate as breathe } from 'node:timers/promises'
import type { Viewer } from '@octavo/core/access'
import { type DocumentElement, type WorkbookDocument, withComputedFormulas } from '@octavo/core/document'
import { isAppError } from '@octavo/core/errors'
import { type ElementProblem, problemsOfElement, queriesOfElement } from '@octavo/core/plan'
import { serviceOf } from '../service/service.ts'
import { type CompileScope, type ElementCompiler, loaded, sharedBy } from './element-compiler.ts'

export type DocumentCheck = ReturnType<typeof createDocumentCheck>

/** Compiles every element of a document that is written or verified. */
export function createDocumentCheck(parts: Parts) {
  return serviceOf(parts, { problems })
}

interface Parts {
  compiler: ElementCompiler
  /** Receives unexpected errors that must not fail a write. */
  reportBug: (error: unknown) => void
  /** Milliseconds for the whole document: a database that does not respond must not block the write. */
  budgetMs?: number
}

/**
 * Everything that prevents elements of the document from returning rows, in document order; empty when all elements work. Never throws: an
 * element that cannot be checked is a problem with the reason.
 */
async function problems(
  parts: Parts,
  viewer: Viewer,
  { id, content }: { id: string; content: WorkbookDocument },
): Promise<ElementProblem[]> {
  const signal = AbortSignal.timeout(parts.budgetMs ?? 15_000)
  const elements = Object.values(content.elements)
  const computed = withComputedFormulas(content)
  const begun = await settled(parts, () =>
    parts.compiler.begin(viewer, { id, versionKey: 'to check', version: 0, content: computed }, {}),
  )
  if ('failure' in begun) return elements.slice(0, 1).map((element) => ({ ...begun.failure, elementId: element.id }))
  const found: ElementProblem[] = []
  for (const element of elements) {
    if (signal.aborted) {
      found.push({ elementId: element.id, field: '', code: 'not_checked', message: notChecked })
      continue
    }
    const checked = await settled(parts, () => problemsIn(begun.value, element, signal))
    if ('value' in checked) found.push(...checked.value)
    else found.push({ ...checked.failure, elementId: element.id })
  }
  return found
}

/** Results are not cached, because verified documents are not seen again. */
async function problemsIn(
  scope: CompileScope,
  element: DocumentElement,
  signal: AbortSignal,
): Promise<ElementProblem[]> {
  const { compiler, context } = sharedBy(scope, [])
  const document = scope.document.content
  for (const query of queriesOfElement(document, element)) await loaded(scope.loader, query, compiler, signal)
  const problems = problemsOfElement({ document, compiler, context }, element)
  // Compiling blocks the event loop; other requests get a turn before the next element.
  await breathe()
  return problems
}

const notChecked = 'The element was not checked: the sources of the document took too long to respond.'

type Failure = Omit<ElementProblem, 'elementId'>

async function settled<T>({ reportBug }: Parts, work: () => Promise<T>): Promise<{ value: T } | { failure: Failure }> {
  try {
    return { value: await work() }
  } catch (error) {
    if (isAppError(error, 'query_cancelled'))
      return { failure: { field: '', code: 'not_checked', message: notChecked } }
    if (isAppError(error)) return { failure: { field: 'source', code: error.code, message: error.message } }
    reportBug(error)
    return {
      failure: { field: '', code: 'internal', message: 'The element cannot be compiled. The server has logged why.' },
    }
  }
}
