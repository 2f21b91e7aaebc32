import type { Viewer } from '@octavo/core/access'
import type { DraftViewAs } from '@octavo/core/contract'

type Fact = NonNullable<DraftViewAs['rules'][number]['facts']>[number]

const calls = /\b(CurrentUserAttributeText|CurrentUserInTeam)\s*\(([^()]*)\)/gi
const texts = /"((?:[^"\\]|\\.)*)"/g

/** Attributes and teams of the reader that the formulas name, each once, in the order of the formulas. */
export function readerFacts(formulas: readonly string[], { attributes, teams }: Viewer): Fact[] {
  const found = new Map<string, Fact>()
  for (const formula of formulas) {
    for (const [, call = '', inner = ''] of formula.matchAll(calls)) {
      const kind = call.toLowerCase() === 'currentuserinteam' ? 'team' : 'attribute'
      for (const [, name = ''] of inner.matchAll(texts)) {
        const own = kind === 'team' ? teams.find((team) => team.name === name)?.name : ownValue(attributes, name)
        found.set(`${kind} ${name}`, { kind, name, value: own ?? null })
      }
    }
  }
  return [...found.values()]
}

const ownValue = (attributes: Viewer['attributes'], name: string) =>
  Object.hasOwn(attributes, name) ? attributes[name] : undefined
