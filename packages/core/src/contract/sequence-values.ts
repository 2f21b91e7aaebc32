import { type Static, Type } from 'typebox'
import { catalogErrors } from './connections.ts'
import { operation } from './define.ts'
import { draftReaderQuery } from './draft-view-as.ts'
import { mostNamedRows } from './stored-rows.ts'
import { workbookId } from './workbooks.ts'

const cell = Type.Union([Type.String({ maxLength: 100_000 }), Type.Number(), Type.Boolean(), Type.Null()])

/** The state of a sequence when one of its steps begins: values that the document does not contain. */
export const sequenceState = {
  controls: Type.Optional(
    Type.Record(Type.String(), Type.String({ maxLength: 100_000 }), {
      description:
        'Control id to value as text, as for the data of a page; absent controls have the values of the document.',
    }),
  ),
  selection: Type.Optional(
    Type.Record(Type.String(), Type.Array(cell, { maxItems: 1_000 }), {
      description: 'The selection in the element of the sequence: column id to one value for each row or mark.',
    }),
  ),
  results: Type.Optional(
    Type.Record(Type.String(), cell, { description: 'Results of earlier steps, by the name of the step.' }),
  ),
  error: Type.Optional(
    Type.Object(
      { message: Type.String({ maxLength: 10_000 }), code: Type.String({ maxLength: 200 }), step: Type.Integer() },
      { description: 'In steps for a failure: the failure, and the number of the failed step, from 1.' },
    ),
  ),
}

export type SequenceState = Static<typeof SequenceState>
export const SequenceState = Type.Object(sequenceState, { $id: 'SequenceState' })

export type SequenceValuesRequest = Static<typeof SequenceValuesRequest>
export const SequenceValuesRequest = Type.Object(
  {
    step: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'Index of the step among all steps of the sequence, from 0: steps in the branches of an if come after it, steps for a failure last. Absent: the condition of the sequence.',
      }),
    ),
    message: Type.Optional(
      Type.Union([Type.Literal('success'), Type.Literal('failure')], {
        description: 'The formulas in the message on success or on failure; `step` is ignored then.',
      }),
    ),
    ...sequenceState,
  },
  { $id: 'SequenceValuesRequest' },
)

export type SequenceValue = Static<typeof SequenceValue>
export const SequenceValue = Type.Object(
  {
    path: Type.String({
      description:
        'Position of the formula in the step: `values.c1`, `whichRows`, `branches[0].condition`, `title[0]`.',
    }),
    values: Type.Array(cell, {
      description:
        'One value; several if the formula differs between the selected rows. For `whichRows` the ids of the rows for which it is true.',
    }),
    revision: Type.Optional(
      Type.Integer({
        description:
          'For `whichRows`: the revision of the table before its rows were read, for `baseRevision` of the change.',
      }),
    ),
    text: Type.Optional(Type.String({ description: 'For a formula in a message: its formatted values.' })),
    problem: Type.Union([Type.Null(), Type.Object({ code: Type.String(), message: Type.String() })], {
      description: 'Why it has no value.',
    }),
  },
  { $id: 'SequenceValue' },
)

export type SequenceValues = Static<typeof SequenceValues>
export const SequenceValues = Type.Object({ values: Type.Array(SequenceValue) }, { $id: 'SequenceValues' })

export const computeSequenceValues = operation({
  id: 'computeSequenceValues',
  method: 'POST',
  onlyReads: true,
  path: '/v2/workbooks/{workbookId}/sequences/{sequenceId}/values',
  tag: 'workbooks',
  summary: 'Compute the formulas of a step of an action',
  description:
    'The formulas come from the stored document; the request only contains the values that they refer to ' +
    'on the open page. Only rows that the caller may see are read. `[Selection/Column]` is the selection, ' +
    'the name of an earlier step is its result, and `[Error/Message]`, `[Error/Code]` and `[Error/Step]` ' +
    'describe the failure. Formulas in messages are written in the formats of the organization. A formula that ' +
    'selects rows (`whichRows`) is a condition on the rows of the input table. It is computed for each selected row ' +
    'separately, and its values are the ids of the rows for which it is true at least once. More than ' +
    `${mostNamedRows} rows are the problem \`too_many_rows\`; \`nothing_selected\` means that it needs a selection.`,
  params: Type.Object({ workbookId, sequenceId: Type.String({ description: 'Id of an action.', maxLength: 200 }) }),
  query: Type.Object({
    draft: Type.Optional(Type.Boolean({ description: 'The sequence of the draft, for members who may edit it.' })),
    tag: Type.Optional(Type.String({ description: 'The sequence of the version with this tag, by its name.' })),
    exploreKey: Type.Optional(Type.String({ description: 'The sequence of the custom view with this key.' })),
    bookmarkId: Type.Optional(Type.String({ description: 'The sequence of this saved view.' })),
    ...draftReaderQuery,
  }),
  body: SequenceValuesRequest,
  answers: { 200: SequenceValues },
  errors: [...catalogErrors, 'forbidden', 'conflict', 'invalid_document'],
})

export const sequenceValueOperations = [computeSequenceValues] as const
