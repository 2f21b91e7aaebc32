import { functionIndex, functionPage, functionReference } from '@octavo/core/formula'

/** Every file of docs/functions with its text. */
export function functionPages(): Map<string, string> {
  const references = functionReference()
  const pages = references.map((reference) => [`${reference.name}.md`, functionPage(reference)] as const)
  return new Map([['README.md', functionIndex(references)], ...pages])
}
