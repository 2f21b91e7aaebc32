import type { Problem } from '@octavo/core/errors'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api.ts'
import { explain } from '../../explain.ts'

/** The problem that the server has with the value of a field of a form, by the name of the property of the request. */
export type ProblemOf = (field: string) => string | undefined

/** Why an action was refused: in general, and for each field of its form. */
export interface Refusal {
  /** Undefined when every problem belongs to a field of the form. */
  failure: string | undefined
  byField: Readonly<Record<string, string>>
}

/** A problem in the words of a form that shows no field for it. */
export type LineOf = (problem: Problem) => string

const none: Refusal = { failure: undefined, byField: {} }

/**
 * One request that changes something: whether it is running, and the error of the server if it was refused. Problems
 * of `fields`, the names of properties of the request, are for `problemOf` and shown at their fields; `lineOf` words the others.
 */
export function useAction<Arguments extends unknown[]>(
  action: (...given: Arguments) => Promise<unknown>,
  fields: readonly string[] = [],
  lineOf?: LineOf,
) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState(none)
  const problemOf: ProblemOf = (field) => refusal.byField[field]
  return {
    isBusy,
    failure: refusal.failure,
    /** The problem of a field, undefined without one. */
    problemOf,
    /** Another object after each refusal. */
    refusal,
    forget: () => setRefusal(none),
    run: (...given: Arguments) => {
      if (isBusy) return
      setBusy(true)
      setRefusal(none)
      action(...given)
        .catch((error: unknown) => {
          setRefusal(refusalOf(error, fields, lineOf))
        })
        .finally(() => setBusy(false))
    },
  }
}

/** For the element around the fields of a form: after a refusal, the first field with a problem gets the focus. */
export function useProblemFocus<E extends HTMLElement>({ refusal }: { refusal?: Refusal }) {
  const fields = useRef<E>(null)
  useEffect(() => {
    if (Object.keys(refusal?.byField ?? none.byField).length === 0) return
    fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusal])
  return fields
}

/**
 * The error of the server, and below it the problem of each object that was sent, without those of `fields`. With `lineOf` its
 * lines are all, because the error and its paths have the words of the API.
 */
export function refusalOf(error: unknown, fields: readonly string[], lineOf?: LineOf): Refusal {
  const { message, hint } = explain(error)
  const problems = error instanceof ApiError ? error.problems : []
  const byField: Record<string, string> = {}
  const others = []
  for (const problem of problems) {
    const field = fields.find((name) => namesIn(problem.path).includes(name))
    if (field === undefined) others.push(problem)
    else byField[field] = [byField[field], problem.message].filter(Boolean).join(' ')
  }
  if (problems.length > 0 && others.length === 0) return { failure: undefined, byField }
  if (lineOf && others.length > 0) return { failure: [...new Set(others.map(lineOf))].join('\n'), byField }
  // The error repeats its first problem, with or without the place of it.
  const [first] = problems
  const lines = others
    .filter((problem) => problem !== first || !message.includes(problem.message))
    .map((problem) => [`${problem.path}:`, problem.message, problem.hint].filter(Boolean).join(' '))
  // When each object has a separate message, the hint repeats that only.
  const failure = lines.length > 0 ? [message, ...lines].join('\n') : [message, hint].filter(Boolean).join(' ')
  return { failure, byField }
}

/** `entries[0].ip` has the names `entries` and `ip`. */
const namesIn = (path: string): string[] => path.split(/[.[\]]+/).filter((name) => name !== '' && !/^\d+$/.test(name))
