import { type Static, Type } from 'typebox'
import type { ColumnFormat } from '../document/index.ts'
import { operation } from './define.ts'
import { Edit } from './drafts.ts'

const Span = Type.Object(
  { start: Type.Integer(), end: Type.Integer() },
  { $id: 'FormulaSpan', description: 'UTF-16 offsets in the formula; the end is exclusive.' },
)

const formula = Type.String({ maxLength: 200_000 })
const place = {
  workbookId: Type.Optional(Type.String({ description: 'The document with the element; send one document.' })),
  dataModelId: Type.Optional(Type.String()),
  document: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'An unsaved document as code; you must be able to use its sources.',
    }),
  ),
  draft: Type.Optional(Type.Boolean({ description: 'The draft instead of what is published.' })),
  exploreKey: Type.Optional(Type.String({ description: 'The custom view of the workbook with this key.' })),
  edits: Type.Optional(
    Type.Array(Edit, {
      maxItems: 1_000,
      description: 'Unsaved changes of the draft, as for page data.',
    }),
  ),
  elementId: Type.String(),
}

export type FormulaCheckRequest = Static<typeof FormulaCheckRequest>
export const FormulaCheckRequest = Type.Object(
  {
    ...place,
    formula,
    columnId: Type.Optional(
      Type.String({ description: 'The column of the element for the formula; a new one when absent.' }),
    ),
    level: Type.Optional(
      Type.String({
        pattern: '^(summary|base|g[1-9][0-9]*)$',
        description: 'Level of a new column of a table: `summary`, `g1` (outermost grouping) to `gN`, or `base`.',
      }),
    ),
  },
  { $id: 'FormulaCheckRequest' },
)

export type FormulaCheck = Static<typeof FormulaCheck>
export const FormulaCheck = Type.Object(
  {
    valid: Type.Boolean({ description: 'False when a problem is an error.' }),
    type: Type.Union([Type.String(), Type.Null()], {
      description: 'number, text, date, logical, variant, geography or array; null while there is an error.',
    }),
    valueType: Type.Union([Type.String(), Type.Null()], {
      description: 'The same type in the notation of query results, such as int64 or decimal(38,2).',
    }),
    level: Type.String({ description: 'Level of the column.' }),
    canonical: Type.Union([Type.String(), Type.Null()], {
      description: 'The formatted formula; null if it cannot be parsed.',
    }),
    problems: Type.Array(
      Type.Object({
        severity: Type.Unsafe<'error' | 'warning'>({ type: 'string', enum: ['error', 'warning'] }),
        code: Type.String(),
        message: Type.String(),
        hint: Type.Optional(Type.String()),
        span: Span,
        fix: Type.Optional(Type.Object({ title: Type.String(), span: Span, text: Type.String() })),
      }),
    ),
    references: Type.Array(
      Type.Object({
        text: Type.String({ description: 'As it is written.' }),
        span: Span,
        kind: Type.String({ description: 'column, source-column, element-column, metric or control.' }),
        id: Type.String({ description: 'Id of the column, metric or control.' }),
        elementId: Type.Optional(Type.String({ description: 'Element of the column, if it belongs to a document.' })),
      }),
      { description: 'The references of the formula, in text order.' },
    ),
  },
  { $id: 'FormulaCheck' },
)

const formulaErrors = [
  'not_found',
  'forbidden',
  'invalid_document',
  'element_invalid',
  'element_has_no_data',
  'source_unavailable',
  'engine_unavailable',
  'query_failed',
  'query_cancelled',
] as const

export const checkFormulaOfElement = operation({
  id: 'checkFormula',
  method: 'POST',
  onlyReads: true,
  path: '/v2/formulas:check',
  tag: 'formulas',
  summary: 'Type a formula against an element, with all of its problems',
  description:
    'Nothing is saved. The response for a formula with problems is 200. Needs the right to explore the workbook, or to edit the data model.',
  body: FormulaCheckRequest,
  answers: { 200: FormulaCheck },
  errors: formulaErrors,
})

export type FormulaAssistRequest = Static<typeof FormulaAssistRequest>
export const FormulaAssistRequest = Type.Object(
  { ...place, formula, position: Type.Integer({ minimum: 0, description: 'UTF-16 offset of the caret.' }) },
  { $id: 'FormulaAssistRequest' },
)

const Period = Type.String({ description: 'year, quarter, month, week, day, hour, minute or second.' })

const MetricOfSource = Type.Object(
  {
    format: Type.Optional(
      Type.Unsafe<ColumnFormat>({ type: 'object', additionalProperties: true, description: 'Format of its values.' }),
    ),
    timeline: Type.Optional(
      Type.Object({
        date: Type.String({ description: 'Reference to its date column, as in a formula of the element.' }),
        truncation: Type.Optional(Period),
        comparison: Type.Optional(
          Type.Object({
            period: Period,
            direction: Type.Optional(
              Type.Unsafe<'higher-is-better' | 'lower-is-better'>({
                type: 'string',
                enum: ['higher-is-better', 'lower-is-better'],
              }),
            ),
          }),
        ),
      }),
    ),
  },
  { $id: 'MetricOfSource', description: 'What a metric of the source declares about its values, if anything.' },
)

export type FormulaAssist = Static<typeof FormulaAssist>
export const FormulaAssist = Type.Object(
  {
    completions: Type.Array(
      Type.Object({
        kind: Type.String({ description: 'function, reference, constant or keyword.' }),
        label: Type.String(),
        detail: Type.Optional(Type.String()),
        documentation: Type.Optional(Type.String()),
        insertText: Type.String({ description: 'Replaces the span.' }),
        caret: Type.Integer({ description: 'Position of the caret in the inserted text.' }),
        span: Span,
        metric: Type.Optional(MetricOfSource),
      }),
      { description: 'What is valid at the position, best first; at most 200.' },
    ),
    signature: Type.Union([
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        summary: Type.String(),
        params: Type.Array(
          Type.Object({
            name: Type.String(),
            span: Span,
            type: Type.String(),
            doc: Type.Optional(Type.String()),
            values: Type.Optional(Type.Array(Type.String())),
          }),
        ),
        activeParam: Type.Union([Type.Integer(), Type.Null()]),
      }),
      Type.Null(),
    ]),
    hover: Type.Union([Type.Object({ span: Span, title: Type.String(), text: Type.String() }), Type.Null()]),
  },
  { $id: 'FormulaAssist' },
)

export const assistFormula = operation({
  id: 'assistFormula',
  method: 'POST',
  onlyReads: true,
  path: '/v2/formulas:assist',
  tag: 'formulas',
  summary: 'Completions, the signature of the call and the reference at a position of a formula',
  description: 'Nothing is saved. Needs the right to explore the workbook, or to edit the data model.',
  body: FormulaAssistRequest,
  answers: { 200: FormulaAssist },
  errors: formulaErrors,
})

export const formulaOperations = [checkFormulaOfElement, assistFormula] as const
