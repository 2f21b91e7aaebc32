import type { PageDataEvent } from '@octavo/core/contract'
import { type Phrases, translateDocument, type WorkbookDocument } from '@octavo/core/document'
import type { Translations } from './translations.ts'

/** The locale and variant that a request names. */
export interface Language {
  lng?: string | undefined
  lng_variant?: string | undefined
}

/** Translations of a locale for a document; empty when it has none, or no locale is requested. */
export function phrasesFor(
  translations: Translations,
  { organizationId, documentId }: { organizationId: string; documentId: string },
  { lng, lng_variant: variant }: Language,
): Promise<Phrases> {
  if (lng === undefined || lng === '') return Promise.resolve(new Map())
  return translations.phrasesOf(organizationId, documentId, { lng, variant })
}

/** The translated document for its readers; formulas are not changed. */
export const translatedDocument = (document: WorkbookDocument, phrases: Phrases): WorkbookDocument =>
  translateDocument(translateDocument(document, phrases, 'dynamic'), phrases, 'plain')

/** Replaces column names in events by those of the translated document. */
export async function* translatedEvents(
  events: AsyncIterable<PageDataEvent>,
  phrases: Phrases,
): AsyncGenerator<PageDataEvent> {
  const named = <Column extends { name: string }>(column: Column) => ({
    ...column,
    name: phrases.get(column.name) ?? column.name,
  })
  for await (const event of events) {
    if (event.event !== 'schema' || phrases.size === 0) yield event
    else {
      const errors = Object.entries(event.columnErrors ?? {}).map(([id, columns]) => [id, columns.map(named)])
      yield {
        ...event,
        columns: event.columns.map(named),
        ...(event.columnErrors ? { columnErrors: Object.fromEntries(errors) } : {}),
      }
    }
  }
}
