import { resource } from '../resource.ts'

export const workbookSends = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
sendWorkbook                      404     404     404     200     200     200     200     403     200
listSends                         200     403     403     403     403     403     200     -       -
listWorkbookSends                 404     404     404     200     200     200     200     200     200
listWorkbookSendRuns              404     404     404     404     404     404     200     404     404
listWorkbookSendDeliveries        404     404     404     404     404     404     200     404     404
downloadSentFile                  404     404     404     404     404     404     404     404     404
retryWorkbookSend                 404     404     404     404     404     404     200     404     404
`,
  ids: {
    sendId: (things) => things.send(),
    runId: (things) => things.sendRun(),
  },
  requests: {
    sendWorkbook: () => ({
      body: {
        targets: [{ type: 'webhook', webhookUrl: 'https://127.0.0.1/hook' }],
        config: { title: 'Orders', messageBody: '' },
        attachments: [{ formatOptions: { type: 'CSV' }, source: { type: 'element', elementId: 'orders' } }],
      },
    }),
  },
  notPublished: {
    listWorkbookSendRuns: 'What became of an export that was sent once; the published API tells nothing of it.',
    listWorkbookSendDeliveries: 'Part of what became of it.',
    downloadSentFile: 'Part of what became of it.',
    retryWorkbookSend: 'Part of what became of it.',
    listSends: 'Part of the administration of exports.',
    listWorkbookSends: 'The published send answers nothing and has no job id: what became of it must be readable.',
  },
})
