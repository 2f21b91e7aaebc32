import {
  computePublicEmbedValues,
  createWorkbookEmbed,
  deleteWorkbookEmbeds,
  drawPublicEmbedElement,
  getPublicEmbedPicture,
  listWorkbookEmbeds,
  openPublicEmbed,
  readPublicEmbedData,
} from '@octavo/core/contract'
import type { EmbedPictures } from '../../services/embeds/embed-pictures.ts'
import type { Embeds } from '../../services/embeds/embeds.ts'
import type { OpenEmbeds } from '../../services/embeds/open-embeds.ts'
import { pageDataLine } from '../../services/pages/page-data.ts'
import type { EmbedSequences } from '../../services/sequences/embed-sequences.ts'
import { bytes, handle, type Route, streamLines } from '../handle.ts'
import { pictureHeaders } from './pictures.ts'

export const embedRoutes = ({
  embeds,
  embedPictures,
  embedSequences,
  openEmbeds,
}: {
  embeds: Embeds
  embedPictures: EmbedPictures
  embedSequences: EmbedSequences
  openEmbeds: OpenEmbeds
}): Route[] => [
  handle(listWorkbookEmbeds, ({ viewer, params, request, paged }) =>
    paged((window) => embeds.list(viewer, params.workbookId, window, request.baseUrl)),
  ),
  handle(createWorkbookEmbed, ({ viewer, params, body, request }) =>
    embeds.create(viewer, params.workbookId, body, request.baseUrl),
  ),
  handle(deleteWorkbookEmbeds, async ({ viewer, params }) => {
    await embeds.remove(viewer, params.workbookId, params.embedId)
    return {}
  }),
  handle(openPublicEmbed, ({ params, query }) => openEmbeds.describe(params.embedId, query)),
  handle(readPublicEmbedData, async ({ params, query, body, request }) => {
    const events = await openEmbeds.pageData(params.embedId, params.pageId, { ...query, ...body }, request.signal)
    return streamLines(readPublicEmbedData, events, pageDataLine)
  }),
  handle(getPublicEmbedPicture, async ({ params }) => {
    const { content, mediaType } = await openEmbeds.picture(params.embedId, params.pictureKey)
    return bytes(content, mediaType, pictureHeaders)
  }),
  handle(drawPublicEmbedElement, async ({ params, body, request }) => {
    const content = await embedPictures.draw(params.embedId, params.elementId, body ?? {}, request.signal)
    return bytes(content, 'image/png', { 'cache-control': 'private, no-store' })
  }),
  handle(computePublicEmbedValues, ({ params, body, request }) =>
    embedSequences.values(params.embedId, params.sequenceId, body, request.signal),
  ),
]
