import { type Static, Type } from 'typebox'
import { Id, InodePermission, MemberId, Words } from './common.ts'
import { operation } from './define.ts'
import { workbookId } from './workbooks.ts'

export type DraftReaderRequest = Static<typeof DraftReaderRequest>
export const DraftReaderRequest = Type.Object(
  {
    memberId: Type.Optional(MemberId),
    teamId: Type.Optional(Type.String({ description: 'A viewer who is a member of this team and of no other.' })),
  },
  { $id: 'DraftReaderRequest', description: 'As whom the draft is viewed: one member, or one team.' },
)

export type DraftViewAs = Static<typeof DraftViewAs>
export const DraftViewAs = Type.Object(
  {
    kind: Type.Union([Type.Literal('member'), Type.Literal('team')]),
    id: Type.String(),
    name: Type.String(),
    permission: Type.Union([InodePermission, Type.Null()], {
      description: 'Their permission on the workbook; null: it is not shared with them yet.',
    }),
    pageIds: Type.Array(Type.String(), { description: 'The pages that they see, in order.' }),
    rules: Type.Array(
      Type.Object({
        documentId: Id,
        documentName: Type.String(),
        elementId: Type.String(),
        elementName: Type.Union([Type.String(), Type.Null()]),
        hiddenColumns: Type.Array(Type.String(), { description: 'Columns that they may not see, by name.' }),
        formulas: Type.Array(Type.String(), { description: 'Formulas whose value depends on who reads.' }),
        facts: Type.Optional(
          Type.Array(
            Type.Object({
              kind: Words(['attribute', 'team']),
              name: Type.String({ description: 'Name of the user attribute or team in a formula.' }),
              value: Type.Union([Type.String(), Type.Null()], {
                description:
                  'The value of the attribute, or the name of the team; null: they have no value, or are not in the team.',
              }),
            }),
            { description: 'The values of these formulas for the reader. For administrators.' },
          ),
        ),
      }),
      { description: 'Parts of the draft, and of the data models that it reads, that depend on the reader.' },
    ),
  },
  { $id: 'DraftViewAs' },
)

/** Parameters of operations that read the draft as another reader. */
export const draftReaderQuery = {
  viewAsMemberId: Type.Optional(
    Type.String({ description: 'With draft=true: as this member sees it. Needs the right to call POST draft/viewAs.' }),
  ),
  viewAsTeamId: Type.Optional(Type.String({ description: 'With draft=true: as a member of only this team sees it.' })),
}

export const viewDraftAs = operation({
  id: 'viewDraftAs',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/draft/viewAs',
  tag: 'drafts',
  summary: 'View the draft as another member or a team sees it',
  description:
    'Returns the pages that they see and the rules that decide which rows and columns they see. Read page ' +
    'data with `viewAsMemberId` or `viewAsTeamId` for the rows. Administrators may view as everybody who ' +
    'is not an administrator; other members who edit the workbook, only if that shows them nothing that ' +
    'they may not see themselves. Nothing is changed; each use is written to the audit log.',
  params: Type.Object({ workbookId }),
  body: DraftReaderRequest,
  answers: { 200: DraftViewAs },
  errors: ['not_found', 'forbidden'],
})
