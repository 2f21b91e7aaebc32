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
  { $id: 'DraftReaderRequest', description: 'Who the draft is shown to: one member, or one team.' },
)

export type DraftViewAs = Static<typeof DraftViewAs>
export const DraftViewAs = Type.Object(
  {
    kind: Type.Union([Type.Literal('member'), Type.Literal('team')]),
    id: Type.String(),
    name: Type.String(),
    permission: Type.Union([InodePermission, Type.Null()], {
      description: 'What they may do with the workbook; null: it is not shared with them yet.',
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
              name: Type.String({ description: 'Of the user attribute or team that a formula names.' }),
              value: Type.Union([Type.String(), Type.Null()], {
                description:
                  'The value of the attribute, or the name of the team that they are in; null: they have none, or are not.',
              }),
            }),
            { description: 'What the formulas find out about the reader. For administrators.' },
          ),
        ),
      }),
      { description: 'What of the draft, and of the data models that it reads, depends on who reads it.' },
    ),
  },
  { $id: 'DraftViewAs' },
)

/** Parameters of operations that read the draft as another reader. */
export const draftReaderQuery = {
  viewAsMemberId: Type.Optional(
    Type.String({ description: 'With draft=true: as this member sees it. Allowed for callers of POST draft/viewAs.' }),
  ),
  viewAsTeamId: Type.Optional(Type.String({ description: 'With draft=true: as a member of only this team sees it.' })),
}

export const viewDraftAs = operation({
  id: 'viewDraftAs',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/draft/viewAs',
  tag: 'drafts',
  summary: 'Look at the draft as another member or a team sees it',
  description:
    'Answers the pages that they see and the rules that decide which rows and columns. Read page data with ' +
    '`viewAsMemberId` or `viewAsTeamId` for the rows. Administrators may look as everybody who is no administrator; others ' +
    'who edit the workbook only where that shows them nothing that is kept from them. Nothing is changed; the audit log ' +
    'has who looked as whom.',
  params: Type.Object({ workbookId }),
  body: DraftReaderRequest,
  answers: { 200: DraftViewAs },
  errors: ['not_found', 'forbidden'],
})
