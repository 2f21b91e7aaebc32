import type { EngineFailure } from './messages.ts'

/**
 * The engine's error with one of our codes, without details of the server: paths, and names of the engine's own tables in its "Did you
 * mean" suggestions.
 */
export function failureOf(error: unknown): EngineFailure {
  const text = error instanceof Error ? error.message : String(error)
  if (/^INTERRUPT Error/i.test(text)) return { code: 'query_cancelled', reason: 'Interrupted.' }
  if (/^Out of Memory Error/i.test(text) || /failed to allocate|bad_alloc/i.test(text)) {
    return { code: 'query_over_budget', reason: 'Out of memory.', budget: 'memory', limit: memoryIn(text) }
  }
  if (/^(FATAL|INTERNAL) Error/i.test(text)) {
    return { code: 'engine_unavailable', reason: 'The engine met an error of its own and starts again.' }
  }
  const [, engineCode] = /^([A-Z][\w ]* Error):/.exec(text) ?? []
  return { code: 'query_failed', reason: cleanMessage(text), ...(engineCode === undefined ? {} : { engineCode }) }
}

/** One line of the engine's message without its kind, excerpt of the text, suggestions and paths. */
export function cleanMessage(text: string): string {
  const firstParagraph = text.split(/\n\s*\n|\nLINE \d+:|\nDid you mean|\n\s*Candidate functions/)[0] ?? text
  return firstParagraph
    .replace(/^[A-Z][\w ]* Error: /, '')
    .replace(/(?:[A-Za-z]:\\|\/)(?:[\w .@~-]+[\\/])+[\w.@~-]*/g, 'a file')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500)
}

function memoryIn(text: string): string {
  return /\(([\d.]+ [KMGT]?i?B)\/[\d.]+ [KMGT]?i?B used\)/.exec(text)?.[1] ?? 'the memory of the engine'
}
