import { insertComment } from '../../../packages/server/src/store/comments.ts'
import { newUuid } from '../../../packages/server/src/store/index.ts'
import { resource } from '../resource.ts'
import type { Things, World } from '../world.ts'

/** A comment of `edit` on the workbook. */
async function insertOne(things: Things, { people, platform }: World): Promise<string> {
  const id = newUuid()
  const [organization_id, document_id] = [platform.organizationId, await things.workbook()]
  const text = { body: 'Look at this.', mentions: '[]', element_id: null, edited_at: null }
  const state = { resolved_by: null, resolved_at: null, created_by: people.edit.memberId, created_at: 1 }
  await platform.store.maintain('a comment', (tx) =>
    insertComment(tx, { organization_id, id, document_id, thread_id: id, ...text, ...state }),
  )
  return id
}

export const comments = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listWorkbookComments              404     404     404     200     200     200     200     200     200
createWorkbookComment             404     404     404     200     200     200     200     403     200
replyToWorkbookComment            404     404     404     200     200     200     200     403     200
updateWorkbookComment             404     404     404     403     403     200     403     403     200
deleteWorkbookComment             404     404     404     403     403     200     200     200     200
resolveWorkbookComment            404     404     404     200     200     200     200     403     200
reopenWorkbookComment             404     404     404     200     200     200     200     403     200
`,
  ids: {
    commentId: (things, world) => things.one('comment', () => insertOne(things, world)),
  },
  requests: {
    createWorkbookComment: () => ({ body: { body: 'Look at this.' } }),
    replyToWorkbookComment: () => ({ body: { body: 'Look at this.' } }),
    updateWorkbookComment: () => ({ body: { body: 'Look at this.' } }),
  },
  notPublished: {
    listWorkbookComments: 'Comments are published as a feature of the product without operations.',
    createWorkbookComment: 'Part of comments.',
    replyToWorkbookComment: 'Part of comments.',
    updateWorkbookComment: 'Part of comments.',
    deleteWorkbookComment: 'Part of comments.',
    resolveWorkbookComment: 'Part of comments.',
    reopenWorkbookComment: 'Part of comments.',
  },
})
