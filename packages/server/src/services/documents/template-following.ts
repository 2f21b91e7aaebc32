import type { Viewer } from '@octavo/core/access'
import type { Queue } from '../../queue/index.ts'
import type { Store } from '../../store/index.ts'
import { deleteTemplateFollower, findTemplateFollower, hasFollowersBehind } from '../../store/template-followers.ts'

type Transaction = Parameters<Store['announce']>[0]

/** The template version that a following workbook is published with. */
export interface FollowedVersion {
  templateId: string
  version: number
  /** In the transaction: throws when the workbook does not follow the template any more; copies everything besides the content. */
  update(tx: Transaction): Promise<void>
}

interface Published {
  id: string
  version: number
}

/**
 * Runs in the transaction that publishes a document. Enqueues a job for the workbooks that follow it. A workbook that follows a template
 * stops following it when a member publishes the workbook, because the template's next version would undo that. Returns facts for the
 * event.
 */
export async function publishBesideTemplates(
  { queue }: { queue: Queue },
  tx: Transaction,
  viewer: Pick<Viewer, 'organizationId' | 'memberId'>,
  { id, version }: Published,
  followed: FollowedVersion | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  await wakeFollowers({ queue }, tx, viewer, { id, version })
  if (followed) {
    await followed.update(tx)
    return { followedTemplateId: followed.templateId, followedVersion: followed.version }
  }
  const ended = await deleteTemplateFollower(tx, viewer.organizationId, id)
  return ended ? { unfollowedTemplateId: ended.template_id } : {}
}

/** Runs in the transaction that creates a version of a template: enqueues the job that brings it to the following workbooks. */
export async function wakeFollowers(
  { queue }: { queue: Queue },
  tx: Transaction,
  { organizationId, memberId }: Pick<Viewer, 'organizationId' | 'memberId'>,
  { id: templateId, version }: Published,
): Promise<void> {
  if (!(await hasFollowersBehind(tx, organizationId, templateId, version))) return
  await queue.enqueue(tx, {
    organizationId,
    kind: 'template.follow',
    payload: { templateId },
    actorId: memberId,
    uniqueKey: `template.follow ${templateId} ${version}`,
  })
}

/** Runs in the transaction that discards the draft of a workbook: enqueues the template update that the draft held back. */
export async function catchUpWithTemplate(
  { queue }: { queue: Queue },
  tx: Transaction,
  { organizationId, memberId }: Pick<Viewer, 'organizationId' | 'memberId'>,
  workbookId: string,
): Promise<void> {
  const follower = await findTemplateFollower(tx, organizationId, workbookId)
  if (!follower || follower.tried_version <= follower.template_version) return
  await queue.enqueue(tx, {
    organizationId,
    kind: 'template.follow',
    payload: { templateId: follower.template_id },
    actorId: memberId,
    uniqueKey: `template.follow ${follower.template_id} after a draft of ${workbookId}`,
  })
}
