import {
  createWorkbookSpec,
  getWorkbookSpec,
  updateWorkbookContents,
  updateWorkbookSpec,
  verifyWorkbookSpec,
  type WorkbookSpec,
} from '@octavo/core/contract'
import type { DocumentSpecs } from '../../services/documents/document-specs.ts'
import { phrasesFor, translatedDocument } from '../../services/translations/shown-translations.ts'
import type { Translations } from '../../services/translations/translations.ts'
import type { ViewReader } from '../../services/views/view-reader.ts'
import { answer, handle, type Route } from '../handle.ts'
import { entityTag, ifMatchOf } from './entity-tag.ts'
import { versionTag, writtenDocument } from './written-document.ts'

export const workbookSpecRoutes = ({
  specs,
  viewReader,
  translations,
}: {
  specs: DocumentSpecs
  viewReader: ViewReader
  translations: Translations
}): Route[] => [
  handle(createWorkbookSpec, async ({ viewer, body }) => {
    const written = await specs.create(viewer, 'workbook', body)
    return { workbookId: written.record.inode.id, ...writtenDocument(written, await specs.problems(viewer, written)) }
  }),
  handle(verifyWorkbookSpec, async ({ viewer, body }) => specs.verify(viewer, 'workbook', body)),
  handle(getWorkbookSpec, async ({ viewer, params, query, request }) => {
    const { documentVersion: version, form, draft, exploreKey, bookmarkId } = query
    const selection = { version, draft, exploreKey, bookmarkId }
    const { open } = await viewReader.read(viewer, params.workbookId, selection)
    const place = { organizationId: viewer.organizationId, documentId: open.record.inode.id }
    const phrases = await phrasesFor(translations, place, query)
    const shown = phrases.size === 0 ? open : { ...open, content: translatedDocument(open.content, phrases) }
    const spec = await specs.of(viewer, 'workbook', shown, { form }, request.baseUrl)
    return answer(200, spec as WorkbookSpec, { etag: entityTag(open) })
  }),
  ...[updateWorkbookSpec, updateWorkbookContents].map((operation) =>
    handle(operation, async ({ viewer, params, query, body, request }) => {
      const written = await specs.update(viewer, 'workbook', params.workbookId, body, {
        discardDraft: query.discardDraft,
        ifMatch: ifMatchOf(request),
      })
      return answer(
        200,
        { workbookId: written.record.inode.id, ...writtenDocument(written, await specs.problems(viewer, written)) },
        versionTag(written),
      )
    }),
  ),
]
