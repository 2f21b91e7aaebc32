import type { SendMail } from '../../outbound/index.ts'
import type { TestPlatform } from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook } from './testing.ts'

export const csvOf = (...elementIds: string[]) => ({
  formatOptions: { type: 'CSV' },
  workbookExportSource: { type: 'element', elementIds },
})
export const weekdays = { cronSpec: '0 9 * * 1-5', timezone: 'Europe/Berlin' }
/** The smallest valid schedule. */
export const smallest = {
  target: [{ email: 'reader@example.com' }],
  schedule: weekdays,
  configV2: { title: 'Orders', messageBody: 'Good morning', exportAttachments: [csvOf('orders')] },
}
/** The smallest schedule with other fields in its configuration. */
export const withConfig = (config: object) => ({ ...smallest, configV2: { ...smallest.configV2, ...config } })

/** Creates a workbook of the builder, which the analyst and the viewer may see. */
export async function createScheduledBook(platform: TestPlatform, sendMail: SendMail | null) {
  const documents = buildTestServices(platform, { sendMail })
  const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder', 'analyst'] })
  const spec = smallWorkbook(connectionId, platform.people.builder.homeFolderId)
  const { record } = await documents.specs.create(await documents.viewer('builder'), 'workbook', spec)
  const workbookId = record.inode.id
  for (const role of ['analyst', 'viewer'] as const) await documents.share(workbookId, role, 'view')
  return { workbookId, routes: documents.routes }
}
