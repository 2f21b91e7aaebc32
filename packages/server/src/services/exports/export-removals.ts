import type { ExportRow } from '../../store/exports.ts'

/** Blob key of the file of an export. */
export const fileKeyOf = ({ id }: Pick<ExportRow, 'id'>): string => `exports/${id}`

/** The worker of a cancelled export has usually stopped after this time. */
const lookAfterMs = 10_000

/** A job that deletes the file of an ended export once no worker writes it. */
export const removalOf = (organizationId: string, exportId: string, now: number) => ({
  organizationId,
  kind: 'export.expire' as const,
  payload: { exportId },
  actorId: 'system',
  runAt: now + lookAfterMs,
})
