import {
  createWorkbookWebhook,
  deleteWorkbookWebhook,
  getWebhookSchema,
  listWorkbookWebhooks,
  webhooks,
} from '@octavo/core/contract'
import type { WebhookStarts } from '../../services/sequences/webhook-starts.ts'
import type { Webhooks } from '../../services/sequences/webhooks.ts'
import { answer, handle, type Route } from '../handle.ts'

interface Given {
  webhooks: Webhooks
  webhookStarts: WebhookStarts
}

export const webhookRoutes = ({ webhooks: service, webhookStarts }: Given): Route[] => [
  handle(webhooks, async ({ viewer, params, body, request }) => {
    const signature = request.headers['octavo-signature']
    const started = await webhookStarts.start({
      ...params,
      viewer,
      signature: Array.isArray(signature) ? signature.join() : signature,
      bytes: request.bodyBytes ?? Buffer.alloc(0),
      body: body ?? {},
      address: request.address,
      baseUrl: request.linkUrl,
    })
    return answer(202, started)
  }),
  handle(getWebhookSchema, ({ viewer, params }) => service.schema(viewer, params.workbookId, params.sequenceId)),
  handle(listWorkbookWebhooks, ({ viewer, params, paged, request }) =>
    paged((window) => service.list(viewer, params.workbookId, request.baseUrl, window)),
  ),
  handle(createWorkbookWebhook, async ({ viewer, params, body, request }) =>
    answer(201, await service.create(viewer, params.workbookId, body.sequenceId, request.baseUrl)),
  ),
  handle(deleteWorkbookWebhook, async ({ viewer, params }) => {
    await service.remove(viewer, params.workbookId, params.sequenceId)
    return {}
  }),
]
