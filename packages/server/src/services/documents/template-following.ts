import type { Viewer } from '@octavo/core/access'
import type { Queue } from '../../queue/index.ts'
import type { Store } from '../../store/index.ts'
import { deleteTemplateFollower, findTemplateFollower, hasFollowersBehind } from '../../store/template-followers.ts'

type Transaction = Parameters<Store['announce']>[0]

/** The version of a template that a workbook which follows it is published with. */
export interface FollowedVersion {
  templateId: string
  version: number
  /** In the transaction: throws where the workbook follows no more; brings what is no content. */
  bring(tx: Transaction): Promise<void>
}

interface Published {
  id: string
  version: number
}

/**
 * In the transaction that publishes a document. Workbooks that follow it get a job. A workbook that follows a template stops doing so when
 * somebody publishes it, because the next version of the template would undo that. Returns what the event says of it.
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
    await followed.bring(tx)
    return { followedTemplateId: followed.templateId, followedVersion: followed.version }
  }
  const ended = await deleteTemplateFollower(tx, viewer.organizationId, id)
  return ended ? { unfollowedTemplateId: ended.template_id } : {}
}

/** In the transaction that makes a version of a template: a job brings it to the workbooks that follow. */
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

/** In the transaction that discards the draft of a workbook: what the draft kept away comes now. */
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
