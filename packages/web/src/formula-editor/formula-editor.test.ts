import { insertBracket } from '@codemirror/autocomplete'
import { EditorState, type EditorState as State } from '@codemirror/state'
import { diagnose, type FormulaScope } from '@octavo/core/formula'
import type { ValueType } from '@octavo/core/types'
import { describe, expect, it } from 'vitest'
import { coloredSpans } from './formula-colors.ts'
import { applyChoice, choicesAt, replacedAfterCaret } from './formula-completion.ts'
import { formulaContext } from './formula-context.ts'
import { formatFormula, formulaExtensions } from './formula-extensions.ts'
import { applyFix, nearestFix, problemsOf, underlineOf } from './formula-fixes.ts'

const types: Record<string, ValueType> = {
  'Ship Date': { kind: 'date' },
  'Ship Mode': { kind: 'text' },
  Sales: { kind: 'float64' },
  'a [b] \\ c': { kind: 'text' },
}
const scope: FormulaScope = {
  resolve: ([name = '']) => {
    if (name === 'Elsewhere') return { target: { kind: 'control', controlId: name }, type: null, nullable: true }
    const type = types[name]
    return type ? { target: { kind: 'column', columnId: name }, type, nullable: true } : null
  },
  candidates: () => Object.keys(types).map((name) => name.replaceAll(/[[\]\\/]/g, '\\$&')),
}

function stateOf(marked: string): State {
  const caret = marked.indexOf('|')
  return EditorState.create({
    doc: marked.replace('|', ''),
    selection: { anchor: caret },
    extensions: [
      formulaContext.of({ scope, options: {} }),
      formulaExtensions({ onSave: () => undefined, onCancel: () => undefined }),
    ],
  })
}

const shown = (state: State) => {
  const { head } = state.selection.main
  return `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`
}

/** Types as a person does: `→Name` takes the choice with that name from the list, everything else is a key. */
function typed(start: string, ...keys: string[]): string {
  let state = stateOf(start)
  for (const key of keys) {
    if (key.startsWith('→')) {
      const item = choicesAt(state, state.selection.main.head).find(({ label }) => label === key.slice(1))
      if (!item) throw new Error(`${key} is not offered at ${shown(state)}`)
      state = state.update(applyChoice(state, item)).state
      continue
    }
    for (const sign of key) {
      const paired = insertBracket(state, sign)
      state = (paired ?? state.update({ ...state.replaceSelection(sign), userEvent: 'input.type' })).state
    }
  }
  return shown(state)
}

describe('typing with completion', () => {
  it.each([
    ['|', ['Su', '→Sum', '[Sa', '→Sales'], 'Sum([Sales]|)'],
    ['|', ['[Ship', '→Ship Date'], '[Ship Date]|'],
    ['|', ['[ship m', '→Ship Mode'], '[Ship Mode]|'],
    ['|', ['Sum([Sales])'], 'Sum([Sales])|'],
    ['|', ['DateTrunc("mo', '→month'], 'DateTrunc("month|")'],
    ['|', ['Sales', '→Sales'], '[Sales]|'],
    ['|', ['(1 + 2)'], '(1 + 2)|'],
  ])('%s with %j gives %s', (start, keys, result) => {
    expect(typed(start, ...keys)).toBe(result)
  })

  it('adds a name with brackets and backslashes so that it can be read again', () => {
    const text = typed('|', '[a', `→${scope.candidates()[3]}`).replace('|', '')
    expect(diagnose(text, scope).map(({ code }) => code)).not.toContain('unclosed_reference')
  })
})

describe('text to the right of the caret', () => {
  it.each([
    ['Su|(1)', '→Sum', 'Sum|(1)'],
    ['Su|m(1)', '→Sum', 'Sum|(1)'],
    ['Su|m(1)', '→SumIf', 'SumIf|m(1)'],
    ['[Sal|es] + 1', '→Sales', '[Sales]| + 1'],
    ['[Ship| Date]', '→Ship Mode', '[Ship Mode]| Date]'],
    ['[Sal| + 1', '→Sales', '[Sales]| + 1'],
    ['[Sal|Sum([Sales])', '→Sales', '[Sales]|Sum([Sales])'],
    ['[Sal|\n+ 2', '→Sales', '[Sales]|\n+ 2'],
    ['Sa|[Sales]', '→Sales', '[Sales]|[Sales]'],
    ['DateTrunc("mo|", [Ship Date])', '→month', 'DateTrunc("month|", [Ship Date])'],
  ])('%s with %s gives %s', (start, choice, result) => {
    expect(typed(start, choice)).toBe(result)
  })

  it('keeps every character that the choice does not end with, at any caret position', () => {
    const text = 'If([Sales] > 1, Sum([Ship Date]), DateTrunc("month", [Ship Mode])) /* note */'
    for (let caret = 0; caret <= text.length; caret += 1) {
      const state = stateOf(`${text.slice(0, caret)}|${text.slice(caret)}`)
      for (const item of choicesAt(state, caret)) {
        const after = state.update(applyChoice(state, item)).state.doc.toString()
        const right = text.slice(caret)
        const swallowed = replacedAfterCaret(item.insertText, text.slice(caret, item.span.end))
        expect(item.insertText.endsWith(right.slice(0, swallowed))).toBe(true)
        expect(after.endsWith(right.slice(swallowed)), `${item.label} at ${caret}`).toBe(true)
        expect(after.startsWith(text.slice(0, Math.min(item.span.start, caret)))).toBe(true)
      }
    }
  })
})

describe('problems', () => {
  it.each([
    ['Smu([Sales])|', 'Sum|([Sales])'],
    ['[Saels] + [Shp Date]|', '[Saels] + [Ship Date]|'],
    ['|[Saels] + [Shp Date]', '[Sales]| + [Shp Date]'],
  ])('the fix nearest to the caret turns %s into %s', (marked, result) => {
    const state = stateOf(marked)
    const fix = nearestFix(problemsOf(state), state.selection.main.head)
    expect(fix).toBeDefined()
    if (fix) expect(shown(state.update(applyFix(fix)).state)).toBe(result)
  })

  it('underlines a place within the text, even if something is missing at its end', () => {
    for (const text of ['Sum(', 'Sum([Sales]', '1 +', '[', '"a', '/* a', ')']) {
      const state = stateOf(`${text}|`)
      const problems = problemsOf(state)
      expect(problems.length, text).toBeGreaterThan(0)
      for (const problem of problems) {
        const { from, to } = underlineOf(problem, text.length)
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeLessThanOrEqual(text.length)
        expect(to).toBeGreaterThan(from)
      }
    }
  })

  it('a name of unknown type is no problem, but others are reported', () => {
    expect(problemsOf(stateOf('Upper([Elsewhere]) & [Ship Mode]|'))).toEqual([])
    expect(problemsOf(stateOf('[Elsewhere] + [Shp Date]|'))).toMatchObject([{ code: 'unknown_column' }])
  })

  it('an empty field has none', () => {
    expect(problemsOf(stateOf('|'))).toEqual([])
    expect(problemsOf(stateOf(' \n|'))).toEqual([])
  })
})

describe('formatting', () => {
  const formatted = (text: string) => {
    let state = stateOf(`${text}|`)
    const isDone = formatFormula({
      state,
      dispatch: (...specs: unknown[]) => {
        state = state.update(specs[0] as Parameters<State['update']>[0]).state
      },
    } as Parameters<typeof formatFormula>[0])
    return { isDone, text: state.doc.toString() }
  }

  it('writes the usual form, and does not change a formula with a comment or a syntax error', () => {
    expect(formatted('sum( [Sales]  )+1').isDone).toBe(true)
    expect(formatted('Sum([Sales]) /* gross */')).toEqual({ isDone: false, text: 'Sum([Sales]) /* gross */' })
    expect(formatted('Sum(')).toEqual({ isDone: false, text: 'Sum(' })
  })
})

it('colours functions, names, texts, numbers and keywords', () => {
  const text = 'If([Sales] > 1 and True, "a", Sum)'
  expect(coloredSpans(text).map(({ from, to, look }) => `${text.slice(from, to)} ${look}`)).toEqual([
    'If function',
    '[Sales] reference',
    '1 number',
    'and word',
    'True word',
    '"a" text',
  ])
})

describe('prose with formulas in braces', () => {
  const prose = (marked: string) => {
    const caret = marked.indexOf('|')
    const context = formulaContext.of({ scope, options: {}, isTemplate: true })
    return EditorState.create({
      doc: marked.replace('|', ''),
      selection: { anchor: Math.max(caret, 0) },
      extensions: [context, formulaExtensions({ onSave: () => undefined, onCancel: () => undefined })],
    })
  }
  const choose = (marked: string, label: string) => {
    const state = prose(marked)
    const item = choicesAt(state, state.selection.main.head).find((each) => each.label === label)
    return item && shown(state.update(applyChoice(state, item)).state)
  }

  it.each([
    ['Sold {{[Sa|}} so far', 'Sold {{[Sales]|}} so far'],
    ['Sold {{[Sa|', 'Sold {{[Sales]|'],
    ['{{[Sales]}} and {{ [Sa| }} of it', '{{[Sales]}} and {{ [Sales]| }} of it'],
    ['{{Sum([Sa|]) | ,.2f}}', '{{Sum([Sales]|) | ,.2f}}'],
  ])('%s completes names inside the braces', (marked, after) => {
    expect(choose(marked, 'Sales')).toBe(after)
  })

  it.each(['Sold [Sa|', '{{[Sales]}} [Sa|', '{{[Sales] | [Sa|}}', '|{{[Sales]}}', '{{"}}"}} [Sa|'])(
    '%s completes nothing in the words around them',
    (marked) => {
      const state = prose(marked)
      expect(choicesAt(state, state.selection.main.head)).toEqual([])
    },
  )

  it('shows problems where they are, and fixes them there', () => {
    const state = prose('Sold (as "planned" {{[Sales]}}, {{[Salse]}} and {{Sum(}}')
    const problems = problemsOf(state).filter(({ severity }) => severity === 'error')
    const text = state.doc.toString()
    expect(problems.map(({ span }) => text.slice(span.start, span.end))).toEqual(['[Salse]', expect.any(String)])
    const fix = nearestFix(problems, 0)
    expect(fix && state.update(applyFix(fix)).state.doc.toString()).toContain('{{[Sales]}}, {{[Sales]}}')
  })

  it('leaves quotes and parentheses of the words alone, and closes braces', () => {
    const type = (text: string) =>
      [...text].reduce((state, sign) => {
        const paired = insertBracket(state, sign)
        return (paired ?? state.update({ ...state.replaceSelection(sign), userEvent: 'input.type' })).state
      }, prose('|'))
    expect(type('Say "so (far').doc.toString()).toBe('Say "so (far')
    expect(shown(type('{{[Sales'))).toBe('{{[Sales|]}}')
  })

  it('is not written in another form', () => {
    const state = prose('sum( [Sales] )|')
    expect(formatFormula({ state, dispatch: () => undefined })).toBe(false)
  })
})
